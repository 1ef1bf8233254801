package io.netpoll.http1;

import io.netpoll.http.ClientFailureException;
import io.netpoll.http.ResponseHead;
import io.netpoll.http.ResponseSink;
import io.netpoll.http1.codec.ProtocolException;
import io.netpoll.http1.codec.Violation;
import io.netpoll.net.PeerGoneException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLException;

/** What a client is told when its exchange has failed: a status and a few words, nothing about why. */
final class FailureAnswer {

    private static final int INTERNAL_SERVER_ERROR = 500;
    private static final int SERVICE_UNAVAILABLE = 503;

    private FailureAnswer() {}

    static void send(Throwable failure, ResponseSink sink) throws IOException {
        int status = status(failure);
        byte[] text = text(failure).getBytes(StandardCharsets.US_ASCII);
        sink.send(new ResponseHead(status).with("Content-Type", "text/plain"), text, 0, text.length);
    }

    /** The server cannot handle the request now (RFC 9110 §15.6.4): who comes again had better come to another. */
    static void sendUnavailable(ResponseSink sink) throws IOException {
        ResponseHead head = new ResponseHead(SERVICE_UNAVAILABLE).with("Connection", "close");
        sink.send(head, new byte[0], 0, 0);
    }

    /** Whether the client brought it about, or the end of the server, so that it is no failure of the handler's. */
    static boolean isClientsDoing(Throwable failure) {
        return failure instanceof ClientFailureException
                || failure instanceof ServerStoppingException
                || failure instanceof PeerGoneException
                || failure instanceof IncompleteContentException
                || failure instanceof SSLException;
    }

    private static int status(Throwable failure) {
        return switch (failure) {
            case ClientFailureException e -> e.status();
            case IncompleteContentException e -> Violation.CONTENT_INCOMPLETE.status();
            default -> INTERNAL_SERVER_ERROR;
        };
    }

    private static String text(Throwable failure) {
        return switch (failure) {
            case ProtocolException e -> e.violation().text();
            case StalledException e -> Violation.REQUEST_TIMEOUT.text();
            case IncompleteContentException e -> Violation.CONTENT_INCOMPLETE.text();
            default -> "Internal Server Error";
        };
    }
}
