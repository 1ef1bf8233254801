/**
 * The Servlet 6.1 engine: what a container gives to servlets, on the exchanges of {@code io.netpoll.http}.
 */
@NullMarked
package io.netpoll.servlet;

import org.jspecify.annotations.NullMarked;
