/**
 * HTTP/1.1 (RFC 9112) on a stream: listener, connection, deadlines.
 */
@NullMarked
package io.netpoll.http1;

import org.jspecify.annotations.NullMarked;
