/**
 * Bytes to HTTP/1.1 messages and back (RFC 9112). Pure: it knows no socket, clock, thread or logger.
 */
@NullMarked
package io.netpoll.http1.codec;

import org.jspecify.annotations.NullMarked;
