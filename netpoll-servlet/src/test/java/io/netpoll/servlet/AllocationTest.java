package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.netpoll.http.Cancellable;
import io.netpoll.http.ConnectionInfo;
import io.netpoll.http.DetachedListener;
import io.netpoll.http.Exchange;
import io.netpoll.http.FieldList;
import io.netpoll.http.Handler;
import io.netpoll.http.Headers;
import io.netpoll.http.RequestBody;
import io.netpoll.http.RequestHead;
import io.netpoll.http.ResponseHead;
import io.netpoll.http.ResponseSink;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the engine allocates for a request, without what the server below it does. */
class AllocationTest {

    private static final byte[] TEXT = "Hello, World!".getBytes(StandardCharsets.US_ASCII);
    private static final int WARM_UP = 2_000;
    private static final int REQUESTS = 2_000;
    private static final int MOST_ROUNDS = 50;

    /** What a plain request took when this was written, and a fifth more. */
    private static final long PLAIN_LIMIT = 1_350;

    private final TestApplication application = new TestApplication();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** An exchange that allocates nothing itself and can be handled again and again. */
    private static final class Again implements Exchange, ResponseSink {
        private final FakeExchange first;
        private int sent;

        Again(FakeExchange first) {
            this.first = first;
        }

        @Override
        public RequestHead request() {
            return first.request();
        }

        @Override
        public RequestBody requestBody() {
            return first.requestBody();
        }

        @Override
        public ResponseSink response() {
            return this;
        }

        @Override
        public ConnectionInfo connection() {
            return first.connection();
        }

        @Override
        public long id() {
            return 1;
        }

        @Override
        public void attach(Object object) {}

        @Override
        public void detach(DetachedListener listener) {
            throw new AssertionError();
        }

        @Override
        public void upgrade(String protocol, FieldList fields) {
            throw new AssertionError();
        }

        @Override
        public void complete() {
            throw new AssertionError();
        }

        @Override
        public void abort(Throwable cause) {
            throw new AssertionError(cause);
        }

        @Override
        public boolean execute(Runnable task) {
            throw new AssertionError();
        }

        @Override
        public Cancellable schedule(Duration delay, Runnable task) {
            throw new AssertionError();
        }

        @Override
        public boolean isCommitted() {
            return false;
        }

        @Override
        public void send(ResponseHead head, byte[] content, int offset, int length) {
            sent += length;
        }

        @Override
        public void start(ResponseHead head, long length) {
            throw new AssertionError();
        }

        @Override
        public void write(byte[] content, int offset, int length) {
            throw new AssertionError();
        }

        @Override
        public void sendFile(Path file, long position, long count) {
            throw new AssertionError();
        }

        @Override
        public boolean tryWrite(byte[] content, int offset, int length) {
            throw new AssertionError();
        }

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public void onWritable(Runnable task) {
            throw new AssertionError();
        }

        @Override
        public void flush() {
            throw new AssertionError();
        }

        @Override
        public void trailers(Supplier<? extends Headers> trailers) {
            throw new AssertionError();
        }

        @Override
        public void finish() {
            throw new AssertionError();
        }
    }

    @BeforeEach
    void start() {
        application.servlet("p", "/plaintext", (request, response) -> {
            response.setContentType("text/plain");
            response.setContentLength(TEXT.length);
            response.getOutputStream().write(TEXT);
        });
        application.started();
    }

    @AfterEach
    void close() {
        application.close();
    }

    private long octetsPerRequest(FakeExchange.Builder request) throws Exception {
        Handler handler = application.started().handler();
        Again exchange = new Again(request.build());
        for (int i = 0; i < WARM_UP; i++) {
            handler.handle(exchange);
        }
        return round(handler, exchange);
    }

    private long round(Handler handler, Again exchange) throws Exception {
        long sent = exchange.sent;
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < REQUESTS; i++) {
            handler.handle(exchange);
        }
        long after = threads.getCurrentThreadAllocatedBytes();
        assertThat(exchange.sent - sent).isEqualTo((long) REQUESTS * TEXT.length);
        return (after - before) / REQUESTS;
    }

    @Test
    void plainRequestIsCheap() throws Exception {
        assertThat(octetsPerRequest(FakeExchange.get("/plaintext"))).isLessThan(PLAIN_LIMIT);
    }

    @Test
    void headersThatNobodyReadsCostNothing() throws Exception {
        FakeExchange.Builder many = FakeExchange.get("/plaintext");
        for (int i = 0; i < 60; i++) {
            many.header("X-Header-" + i, "value " + i);
        }
        many.header("Cookie", "a=1; b=2").header("Accept-Language", "de, en;q=0.5");
        long few = 0;
        long more = Long.MAX_VALUE;
        for (int i = 0; i < MOST_ROUNDS && Math.abs(more - few) > 16; i++) { // the compiler may still be at work
            few = octetsPerRequest(FakeExchange.get("/plaintext"));
            more = octetsPerRequest(many);
        }
        assertThat(more).isBetween(few - 16, few + 16);
    }
}
