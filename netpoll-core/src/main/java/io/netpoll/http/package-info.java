/**
 * HTTP without a wire: messages, and the seam between a server and the engines on it. {@link io.netpoll.http.Handler}
 * answers an {@link io.netpoll.http.Exchange}; nothing in this package does I/O, and nothing in it is peculiar to HTTP/1.1.
 */
@NullMarked
package io.netpoll.http;

import org.jspecify.annotations.NullMarked;
