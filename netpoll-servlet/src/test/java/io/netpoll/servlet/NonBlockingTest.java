package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NonBlockingTest {

    private final TestApplication application = new TestApplication();
    private final List<String> seen = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // by the servlet of each test
    private ServletInputStream in;

    @SuppressWarnings("NullAway.Init") // by the servlet of each test
    private AsyncContext context;

    @AfterEach
    void close() {
        application.close();
    }

    private class Reader implements ReadListener {

        @Override
        public void onDataAvailable() throws IOException {
            seen.add("data");
            byte[] block = new byte[4];
            while (in.isReady()) {
                seen.add(new String(block, 0, in.read(block), StandardCharsets.US_ASCII));
            }
        }

        @Override
        public void onAllDataRead() throws IOException {
            seen.add("all " + in.isFinished());
            context.complete();
        }

        @Override
        public void onError(Throwable t) {
            seen.add("error " + t.getMessage());
            context.complete();
        }
    }

    private void reading(ReadListener listener) {
        application.servlet("r", "/r", (request, response) -> {
            context = request.startAsync();
            in = request.getInputStream();
            in.setReadListener(listener);
        });
    }

    @Test
    void listenerHearsOfDataAsItComesAndOfTheEndOnce() {
        reading(new Reader());
        FakeExchange exchange =
                application.send(FakeExchange.request("POST", "/r").bodyLater(8));
        assertThat(seen).isEmpty();
        assertThat(exchange.wantsContent()).isTrue();
        exchange.arrive("abcde", false);
        exchange.arrive("fgh", true);
        assertThat(seen).containsExactly("data", "abcd", "e", "data", "fgh", "all true");
        assertThat(exchange.completed).isTrue();
    }

    @Test
    void chunkedEndIsToldByItself() {
        reading(new Reader());
        FakeExchange exchange =
                application.send(FakeExchange.request("POST", "/r").bodyLater(-1));
        exchange.arrive("abc", false);
        assertThat(seen).containsExactly("data", "abc");
        exchange.arrive("", true);
        assertThat(seen).containsExactly("data", "abc", "all true");
    }

    @Test
    void emptyContentEndsAtOnce() {
        reading(new Reader());
        application.send(FakeExchange.request("POST", "/r"));
        assertThat(seen).containsExactly("all true");
    }

    @Test
    void contentThatIsThereAlreadyIsToldAfterTheCall() {
        application.servlet("r", "/r", (request, response) -> {
            context = request.startAsync();
            in = request.getInputStream();
            in.setReadListener(new Reader());
            seen.add("returning");
        });
        application.send(FakeExchange.request("POST", "/r").body("text/plain", "abc"));
        assertThat(seen).containsExactly("returning", "data", "abc", "all true");
    }

    @Test
    void listenerThatDoesNotReadHearsNoMore() {
        reading(new Reader() {
            @Override
            public void onDataAvailable() {
                seen.add("data");
            }
        });
        FakeExchange exchange =
                application.send(FakeExchange.request("POST", "/r").bodyLater(8));
        exchange.arrive("abc", false);
        exchange.arrive("def", false);
        assertThat(seen).containsExactly("data");
        assertThat(exchange.completed).isFalse();
    }

    /** How a thread of the application asks whether there is more, when it has dealt with what it read. */
    @FunctionalInterface
    interface Question {
        boolean asks(ServletInputStream in) throws IOException;
    }

    static Stream<Arguments> questions() {
        return Stream.of(
                arguments("isReady", (Question) in -> !in.isReady()),
                arguments("isFinished", (Question) ServletInputStream::isFinished),
                arguments("read", (Question) in -> in.read() < 0));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("questions")
    void listenerHearsOfTheEndAfterAThreadOfTheApplicationHas(String name, Question question) throws IOException {
        reading(new Reader() {
            @Override
            public void onDataAvailable() {
                seen.add("data");
            }
        });
        FakeExchange exchange =
                application.send(FakeExchange.request("POST", "/r").bodyLater(3));
        exchange.arrive("abc", true);
        // From here on this is a thread of the application's own: no call of the container's is under way.
        assertThat(in.isReady()).isTrue();
        assertThat(in.read(new byte[10])).isEqualTo(3);
        exchange.runTasks();
        assertThat(seen).containsExactly("data");
        assertThat(question.asks(in)).isTrue();
        assertThat(question.asks(in)).isTrue();
        exchange.runTasks();
        assertThat(seen).containsExactly("data", "all true");
        assertThat(exchange.completed).isTrue();
    }

    @Test
    void threadThatReadsAllDuringTheCallIsNotOvertakenByItsReturn() {
        application.servlet("r", "/r", (request, response) -> {
            context = request.startAsync();
            in = request.getInputStream();
            in.setReadListener(new Reader());
            joined(() -> assertThat(in.read(new byte[10])).isEqualTo(3));
        });
        FakeExchange exchange =
                application.send(FakeExchange.request("POST", "/r").body("text/plain", "abc"));
        assertThat(seen).isEmpty();
        assertThat(in.isFinished()).isTrue();
        exchange.runTasks();
        assertThat(seen).containsExactly("all true");
    }

    private static void joined(ThrowingCallable work) {
        assertThat(CompletableFuture.runAsync(() -> assertThatCode(work).doesNotThrowAnyException()))
                .succeedsWithin(Duration.ofSeconds(10));
    }

    @Test
    void containersThreadThatReadsAllNeedNotAskAgain() {
        reading(new Reader() {
            @Override
            public void onDataAvailable() throws IOException {
                seen.add("read " + in.read(new byte[10]));
            }
        });
        application.send(FakeExchange.request("POST", "/r").body("text/plain", "abc"));
        assertThat(seen).containsExactly("read 3", "all true");
    }

    @Test
    void readingWhatIsNotThereIsIllegal() {
        reading(new Reader() {
            @Override
            public void onDataAvailable() throws IOException {
                ByteBuffer buffer = ByteBuffer.allocateDirect(10);
                assertThat(in.read(buffer)).isEqualTo(3);
                assertThat(buffer.position()).isZero();
                assertThat(buffer.limit()).isEqualTo(3);
                assertThatIllegalStateException().isThrownBy(in::read);
                assertThat(in.isReady()).isFalse();
                seen.add("checked");
            }
        });
        FakeExchange exchange =
                application.send(FakeExchange.request("POST", "/r").bodyLater(8));
        exchange.arrive("abc", false);
        assertThat(seen).containsExactly("checked");
    }

    @Test
    void setReadListenerHasItsRules() {
        application.servlet("r", "/r", (request, response) -> {
            in = request.getInputStream();
            assertThatIllegalStateException().isThrownBy(() -> in.setReadListener(new Reader()));
            context = request.startAsync();
            assertThatNullPointerException().isThrownBy(() -> in.setReadListener(null));
            in.setReadListener(new Reader());
            assertThatIllegalStateException().isThrownBy(() -> in.setReadListener(new Reader()));
        });
        application.send(FakeExchange.request("POST", "/r"));
        assertThat(application.failures).isEmpty();
    }

    @Test
    void exceptionOfTheListenerIsToldToItself() {
        reading(new Reader() {
            @Override
            public void onDataAvailable() {
                throw new IllegalArgumentException("thrown");
            }
        });
        FakeExchange exchange =
                application.send(FakeExchange.request("POST", "/r").body("text/plain", "abc"));
        assertThat(seen).containsExactly("error thrown");
        assertThat(exchange.completed).isTrue();
    }

    @Test
    void exceptionThatNobodyDealsWithIsAnswered() {
        reading(new Reader() {
            @Override
            public void onDataAvailable() {
                throw new IllegalArgumentException("thrown");
            }

            @Override
            public void onError(Throwable t) {
                seen.add("ignored");
            }
        });
        FakeExchange exchange =
                application.send(FakeExchange.request("POST", "/r").body("text/plain", "abc"));
        assertThat(seen).containsExactly("ignored");
        assertThat(exchange.status()).isEqualTo(500);
    }

    /** The dispatch that is asked for has the request when content comes. */
    private FakeExchange dispatchedWhile(Runnable arrival, FakeExchange exchange) {
        exchange.execute(context::dispatch);
        arrival.run();
        exchange.runTasks();
        return exchange;
    }

    private FakeExchange readingTwice(long length) {
        application.servlet("r", "/r", (request, response) -> {
            context = request.startAsync();
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                seen.add("again");
                return;
            }
            in = request.getInputStream();
            in.setReadListener(new Reader());
        });
        return application.send(FakeExchange.request("POST", "/r").bodyLater(length));
    }

    @Test
    void dataThatComesDuringADispatchIsToldAfterIt() {
        FakeExchange exchange = readingTwice(6);
        dispatchedWhile(() -> exchange.arrive("abc", false), exchange);
        assertThat(seen).containsExactly("again", "data", "abc");
        dispatchedWhile(() -> exchange.arrive("def", true), exchange);
        assertThat(seen).containsExactly("again", "data", "abc", "again", "data", "def", "all true");
        assertThat(exchange.completed).isTrue();
    }

    @Test
    void endThatComesDuringADispatchIsToldAfterIt() {
        FakeExchange exchange = readingTwice(-1);
        dispatchedWhile(() -> exchange.arrive("", true), exchange);
        assertThat(seen).containsExactly("again", "all true");
    }

    @Test
    void listenerGoesOnAfterADispatchThatStartsAgain() {
        FakeExchange exchange = readingTwice(6);
        dispatchedWhile(() -> {}, exchange);
        exchange.arrive("abc", false);
        assertThat(seen).containsExactly("again", "data", "abc");
    }

    @Test
    void writerHearsAfterADispatchWhatItMissed() {
        application.servlet("w", "/w", (request, response) -> {
            context = request.startAsync();
            if (request.getDispatcherType() != DispatcherType.ASYNC) {
                ServletOutputStream out = response.getOutputStream();
                out.setWriteListener(new Writer(out, 5));
            }
        });
        FakeExchange exchange = FakeExchange.get("/w").build();
        exchange.sink.room = 25_000;
        application.send(exchange);
        assertThat(seen).containsExactly("possible");
        dispatchedWhile(() -> exchange.sink.readOn(100_000), exchange);
        assertThat(seen).containsExactly("possible", "possible");
        assertThat(exchange.octets()).hasSize(50_000);
        assertThat(exchange.completed).isTrue();
    }

    @Test
    void goneClientIsToldToTheReader() {
        reading(new Reader());
        FakeExchange exchange =
                application.send(FakeExchange.request("POST", "/r").bodyLater(8));
        exchange.gone();
        assertThat(seen).containsExactly("error Connection reset by peer");
        assertThat(exchange.ended).isTrue();
    }

    private class Writer implements WriteListener {

        private final ServletOutputStream out;
        private int blocks;

        Writer(ServletOutputStream out, int blocks) {
            this.out = out;
            this.blocks = blocks;
        }

        @Override
        public void onWritePossible() throws IOException {
            seen.add("possible");
            while (out.isReady()) {
                if (blocks == 0) {
                    context.complete();
                    return;
                }
                blocks--;
                out.write(new byte[10_000]);
            }
            assertThatIllegalStateException().isThrownBy(() -> out.write(1));
            assertThatIllegalStateException().isThrownBy(out::flush);
        }

        @Override
        public void onError(Throwable t) {
            seen.add("error " + t.getMessage());
            context.complete();
        }
    }

    private FakeExchange writing(int blocks) {
        application.servlet("w", "/w", (request, response) -> {
            ServletOutputStream out = response.getOutputStream();
            assertThatIllegalStateException().isThrownBy(() -> out.setWriteListener(new Writer(out, 1)));
            context = request.startAsync();
            out.setWriteListener(new Writer(out, blocks));
            assertThatIllegalStateException().isThrownBy(() -> out.setWriteListener(new Writer(out, 1)));
            assertThat(out.isReady()).isFalse();
        });
        FakeExchange exchange = FakeExchange.get("/w").build();
        exchange.sink.room = 25_000;
        return application.send(exchange);
    }

    @Test
    void writerGoesOnWhenTheClientReads() {
        FakeExchange exchange = writing(5);
        assertThat(exchange.octets()).hasSize(30_000);
        assertThat(seen).containsExactly("possible");
        exchange.sink.readOn(100_000);
        exchange.runTasks();
        assertThat(seen).containsExactly("possible", "possible");
        assertThat(exchange.octets()).hasSize(50_000);
        assertThat(exchange.completed).isTrue();
        assertThat(exchange.sink.finished).isTrue();
    }

    @Test
    void failureIsToldToTheWriterOnce() {
        FakeExchange exchange = writing(5);
        exchange.sink.failWith = new IOException("Broken pipe");
        exchange.sink.readOn(100_000);
        exchange.runTasks();
        assertThat(seen).containsExactly("possible", "possible", "error Broken pipe");
        assertThat(exchange.ended).isTrue();
    }
}
