package io.netpoll.http;

import org.jspecify.annotations.Nullable;

/**
 * An exchange in retrospect.
 *
 * @param id the exchange's number, as {@link Exchange#id}; 0 if none was made of the request, or there was no request
 * @param connection the connection it was on
 * @param request the request's head; {@code null} if it could not be read
 * @param requestLine the line the request began with, shortened, as far as it came: any character may be in it; empty if
 *     nothing came, and where {@code request} is there
 * @param status the status the client was sent, 101 included; 0 if none was
 * @param fields the response's fields as the handler set them; those that frame the message are not among them
 * @param received the octets of the request's content that were read
 * @param sent the octets of content that were handed to the connection, without framing
 * @param persistent whether the connection may carry another request
 * @param times when what happened
 * @param end how it ended
 * @param detail a name for what was wrong, of a fixed set, such as {@code HOST_MISSING} or {@code NO_COMMON_PROTOCOL}; {@code null} if there is none
 * @param attachment what the handler {@linkplain Exchange#attach attached}
 */
public record ExchangeSummary(
        long id,
        ConnectionInfo connection,
        @Nullable RequestHead request,
        String requestLine,
        int status,
        Headers fields,
        long received,
        long sent,
        boolean persistent,
        Times times,
        ExchangeEnd end,
        @Nullable String detail,
        @Nullable Object attachment) {

    /**
     * The phases of an exchange, one after another.
     *
     * @param arrived when the request's head was complete, ms since 1970-01-01T00:00Z
     * @param queued how long the request waited for a handler, ns
     * @param handling how long the handler took until the response's head was handed over, or to the end without one, ns
     * @param writing how long the response took from then on, with what the handler did meanwhile, ns
     */
    public record Times(long arrived, long queued, long handling, long writing) {

        /** The whole time from the request's head to the end, ns. */
        public long total() {
            return queued + handling + writing;
        }

        /** The time from the request's head to that of the response, ns. */
        public long toFirstOctet() {
            return queued + handling;
        }
    }
}
