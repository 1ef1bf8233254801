/**
 * Readiness: the {@link io.netpoll.reactor.EventLoop}, its phases, and the descriptors that wake it. Nothing here knows what
 * a descriptor carries.
 */
@NullMarked
package io.netpoll.reactor;

import org.jspecify.annotations.NullMarked;
