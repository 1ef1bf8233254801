package io.netpoll.http1;

import io.netpoll.http.ConnectionInfo;
import io.netpoll.http.ExchangeEnd;
import io.netpoll.net.HandshakeException;
import io.netpoll.net.HandshakeFailure;
import io.netpoll.net.ProxyHeaderException;
import io.netpoll.net.ProxyHeaderFailure;
import io.netpoll.net.Stream;
import java.io.IOException;

/** What comes on a connection before its first request: a header of the PROXY protocol, a TLS handshake. On the loop. */
final class Preliminaries {

    /** How far it has come. */
    enum Outcome {
        /** The client has to send more, or take something. */
        WAITING,
        /** Requests can come. */
        DONE,
        /** The client speaks plain text where TLS is spoken: it can be told so in plain text. */
        PLAINTEXT,
        /** It has failed, and the client has been told. */
        FAILED,
        /** It has failed, and there is no way to tell whoever has connected. */
        REFUSED
    }

    private Preliminaries() {}

    /** Goes on as far as the client allows. */
    static Outcome advance(Stream stream, Http1Service service, ConnectionInfo connection) throws IOException {
        Http1Events events = service.events();
        try {
            if (!stream.handshake()) {
                return Outcome.WAITING;
            }
        } catch (ProxyHeaderException e) {
            events.proxyHeaderRefused(stream.remoteAddress(), e.reason());
            return Outcome.REFUSED;
        } catch (HandshakeException e) {
            events.handshakeFailed(stream.remoteAddress(), e.reason(), e);
            if (e.reason() == HandshakeFailure.PLAINTEXT) {
                return Outcome.PLAINTEXT;
            }
            tellEnd(service, connection, e.reason());
            return Outcome.FAILED;
        }
        if (stream.tlsSession() != null) {
            events.handshakeCompleted();
        }
        return Outcome.DONE;
    }

    /** What the server loses its patience with if that takes too long. */
    static Expiry expiry(Stream stream) {
        return stream.preliminary() == Stream.Preliminary.PROXY_HEADER ? Expiry.PROXY_HEADER : Expiry.HANDSHAKE;
    }

    /** It has taken too long. */
    static void timedOut(Stream stream, Http1Service service, ConnectionInfo connection) {
        Http1Events events = service.events();
        switch (stream.preliminary()) {
            case PROXY_HEADER -> events.proxyHeaderRefused(stream.remoteAddress(), ProxyHeaderFailure.TIMEOUT);
            case TLS_HANDSHAKE -> {
                events.handshakeFailed(stream.remoteAddress(), HandshakeFailure.TIMEOUT, null);
                tellEnd(service, connection, HandshakeFailure.TIMEOUT);
            }
            case NONE -> {}
        }
    }

    private static void tellEnd(Http1Service service, ConnectionInfo connection, HandshakeFailure reason) {
        if (service.tellsExchanges()) {
            service.tellEnd(ExchangeJournal.refused(
                    service.clock(), connection, null, "", 0, 0, ExchangeEnd.HANDSHAKE_FAILED, reason));
        }
    }
}
