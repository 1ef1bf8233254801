/**
 * HTTP/1.1 on a stream: acceptor, connection, exchange, deadlines, and the words that hand a connection between the loop and
 * the threads of handlers (RFC 9112).
 */
@NullMarked
package io.netpoll.http1;

import org.jspecify.annotations.NullMarked;
