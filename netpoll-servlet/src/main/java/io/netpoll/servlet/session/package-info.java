/** Sessions in memory (Servlet 6.1 §7). */
@NullMarked
package io.netpoll.servlet.session;

import org.jspecify.annotations.NullMarked;
