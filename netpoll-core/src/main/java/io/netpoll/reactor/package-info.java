/**
 * Readiness: one thread, one {@code epoll_wait}, and the phases between two waits.
 *
 * <p>Readiness is a hint; the result of the system call decides. A descriptor number is never an identity.
 */
@NullMarked
package io.netpoll.reactor;

import org.jspecify.annotations.NullMarked;
