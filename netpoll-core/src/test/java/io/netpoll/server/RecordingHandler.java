package io.netpoll.server;

import io.netpoll.http.Exchange;
import io.netpoll.http.Handler;
import io.netpoll.http.RequestHead;
import io.netpoll.http.ResponseHead;
import io.netpoll.http1.codec.SeenRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Reads every request whole, remembers it, and answers with what it has read, waiting or not. */
final class RecordingHandler implements Handler {

    /** A target whose request is answered unread. */
    static final String UNREAD = "/unread";

    /** A target after whose answer the handler wants the connection closed. */
    static final String LAST = "/last";

    private static final int NOT_IMPLEMENTED = 501;

    private final boolean nonBlocking;
    private final List<String> started = new CopyOnWriteArrayList<>();
    private final List<SeenRequest> seen = new CopyOnWriteArrayList<>();

    RecordingHandler(boolean nonBlocking) {
        this.nonBlocking = nonBlocking;
    }

    /** The targets this was called for. */
    List<String> started() {
        return started;
    }

    /** The requests that came whole. */
    List<SeenRequest> seen() {
        return seen;
    }

    void forget() {
        started.clear();
        seen.clear();
    }

    /** What a request is answered with. */
    static String answer(String method, String target, String content) {
        return method + " " + target + " " + content;
    }

    static int status(String method) {
        return method.equals("CONNECT") ? NOT_IMPLEMENTED : 200;
    }

    @Override
    public boolean isNonBlocking() {
        return nonBlocking;
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        started.add(exchange.request().target());
        if (exchange.request().target().equals(UNREAD)) {
            exchange.response().send(new ResponseHead(200), new byte[0], 0, 0);
        } else {
            new Reading(exchange).go();
        }
    }

    private final class Reading {

        private final Exchange exchange;
        private final ByteArrayOutputStream content = new ByteArrayOutputStream();
        private final byte[] buffer = new byte[512];
        private boolean detached;

        Reading(Exchange exchange) {
            this.exchange = exchange;
        }

        private void go() throws IOException {
            int read = read();
            while (read > 0) {
                content.write(buffer, 0, read);
                read = read();
            }
            if (read < 0) {
                respond();
            } else {
                detach();
                exchange.requestBody().onReadable(this::goOn);
            }
        }

        private int read() throws IOException {
            return nonBlocking
                    ? exchange.requestBody().tryRead(buffer, 0, buffer.length)
                    : exchange.requestBody().read(buffer, 0, buffer.length);
        }

        private void detach() {
            if (!detached) {
                detached = true;
                exchange.detach(cause -> exchange.complete());
            }
        }

        private void goOn() {
            try {
                go();
            } catch (IOException e) {
                exchange.complete(); // the server answers for the client's fault
            }
        }

        private void respond() throws IOException {
            RequestHead head = exchange.request();
            String text = content.toString(StandardCharsets.ISO_8859_1);
            seen.add(SeenRequest.of(head, text, exchange.requestBody().trailers()));
            byte[] answer = answer(head.method(), head.target(), text).getBytes(StandardCharsets.ISO_8859_1);
            ResponseHead response = new ResponseHead(status(head.method()));
            if (head.target().equals(LAST)) {
                response.with("Connection", "close");
            }
            exchange.response().send(response, answer, 0, answer.length);
            if (detached) {
                exchange.complete();
            }
        }
    }
}
