/**
 * Octets to messages and back (RFC 9112): no socket, clock, thread or logger.
 *
 * <p>Requests: a {@link io.netpoll.http1.codec.RequestDecoder} is fed what has arrived and delivers a
 * {@link io.netpoll.http1.codec.DecodedHead}; from that a {@link io.netpoll.http1.codec.BodyDecoder} is chosen, once, which
 * takes the framing off the content. Responses: {@link io.netpoll.http1.codec.ResponseEncoder} writes heads and chunk
 * borders into an {@link io.netpoll.http1.codec.OctetBuffer}. Whatever a client may do wrong is a
 * {@link io.netpoll.http1.codec.Violation}.
 *
 * <p>The decoders accept what the grammar allows and refuse the rest. Where the RFC leaves a recipient the choice between
 * guessing and refusing they refuse, because two recipients that guess differently are how requests are smuggled
 * (RFC 9112 §11.2).
 */
@NullMarked
package io.netpoll.http1.codec;

import org.jspecify.annotations.NullMarked;
