/**
 * Pages for those who have logged in, with Spring Security, and with sessions in a database where there is one.
 */
@NullMarked
package io.netpoll.it.members;

import org.jspecify.annotations.NullMarked;
