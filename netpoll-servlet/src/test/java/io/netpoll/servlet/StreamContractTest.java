package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the streams of a request and a response promise while they block; {@link NonBlockingTest} has the other mode. */
class StreamContractTest {

    private final TestApplication application = new TestApplication();

    @AfterEach
    void close() {
        application.close();
    }

    @FunctionalInterface
    private interface Reading {
        void run(ServletInputStream in) throws IOException;
    }

    @FunctionalInterface
    private interface Writing {
        void run(ServletOutputStream out) throws IOException;
    }

    private void reading(String content, Reading checks) {
        application.probe(
                FakeExchange.request("POST", "/probe").body("text/plain", content),
                (request, response) -> checks.run(request.getInputStream()));
    }

    private String writing(Writing checks) {
        return application
                .probe(FakeExchange.get("/probe"), (request, response) -> checks.run(response.getOutputStream()))
                .body();
    }

    @Test
    void contentIsReadToItsEnd() {
        reading("abc", in -> {
            assertThat(in.isFinished()).isFalse();
            assertThat(in.isReady()).isTrue();
            assertThat(in.available()).isEqualTo(3);
            assertThat(in.read()).isEqualTo('a');
            assertThat(in.readAllBytes()).asString(StandardCharsets.US_ASCII).isEqualTo("bc");
            assertThat(in.isFinished()).isTrue();
            assertThat(in.read()).isEqualTo(-1);
        });
        reading("", in -> {
            assertThat(in.isFinished()).isTrue();
            assertThat(in.readAllBytes()).isEmpty();
        });
    }

    @Test
    void contentIsReadInParts() {
        reading("abcdefg", in -> {
            assertThat(in.readNBytes(2)).asString(StandardCharsets.US_ASCII).isEqualTo("ab");
            byte[] block = new byte[4];
            assertThat(in.readNBytes(block, 1, 3)).isEqualTo(3);
            assertThat(block).asString(StandardCharsets.US_ASCII).isEqualTo("\0cde");
            assertThat(in.readNBytes(10)).hasSize(2);
            assertThat(in.readNBytes(block, 0, 4)).isZero();
        });
    }

    @Test
    void contentIsReadInLines() {
        reading("ab\r\ncd", in -> {
            byte[] line = new byte[10];
            assertThat(in.readLine(line, 0, 10)).isEqualTo(4);
            assertThat(in.readLine(line, 0, 1)).isEqualTo(1);
            assertThat(in.readLine(line, 0, 10)).isEqualTo(1);
            assertThat(in.readLine(line, 0, 10)).isEqualTo(-1);
        });
    }

    @Test
    void linesAreReadByThoseWhoWaitOnly() {
        application.probe(FakeExchange.request("POST", "/probe").body("text/plain", "a\n"), (request, response) -> {
            AsyncContext context = request.startAsync();
            ServletInputStream in = request.getInputStream();
            in.setReadListener(new ReadListener() {
                @Override
                public void onDataAvailable() {}

                @Override
                public void onAllDataRead() {}

                @Override
                public void onError(Throwable t) {}
            });
            assertThatIllegalStateException().isThrownBy(() -> in.readLine(new byte[4], 0, 4));
            context.complete();
        });
    }

    @Test
    void contentIsReadIntoABuffer() {
        reading("abc", in -> {
            ByteBuffer buffer = ByteBuffer.allocate(10).position(4);
            assertThat(in.read(buffer)).isEqualTo(3);
            assertThat(buffer.position()).isEqualTo(4);
            assertThat(buffer.limit()).isEqualTo(7);
            assertThat(buffer.get()).isEqualTo((byte) 'a');
            assertThat(in.read(ByteBuffer.allocate(0))).isZero();
            assertThat(in.read(ByteBuffer.allocateDirect(5))).isEqualTo(-1);
        });
    }

    @Test
    void closedInputCannotBeRead() {
        reading("abc", in -> {
            in.close();
            assertThatExceptionOfType(IOException.class).isThrownBy(in::read);
        });
    }

    @Test
    void textIsPrinted() {
        assertThat(writing(out -> {
                    out.print("s");
                    out.print('c');
                    out.print(true);
                    out.print(1);
                    out.print(2L);
                    out.print(1.5f);
                    out.print(2.5);
                }))
                .isEqualTo("sctrue121.52.5");
        writing(out -> assertThatExceptionOfType(CharConversionException.class).isThrownBy(() -> out.print("€")));
    }

    @Test
    void linesArePrinted() {
        assertThat(writing(out -> {
                    out.println("s");
                    out.println('c');
                    out.println(false);
                    out.println(1);
                    out.println(2L);
                    out.println(1.5f);
                    out.println(2.5);
                    out.println();
                }))
                .isEqualTo("s\r\nc\r\nfalse\r\n1\r\n2\r\n1.5\r\n2.5\r\n\r\n");
    }

    @Test
    void buffersAreWritten() {
        assertThat(writing(out -> {
                    ByteBuffer heap = ByteBuffer.wrap("xabcx".getBytes(StandardCharsets.US_ASCII), 1, 3);
                    out.write(heap);
                    assertThat(heap.hasRemaining()).isFalse();
                    ByteBuffer direct = ByteBuffer.allocateDirect(20_000);
                    out.write(direct);
                    assertThat(direct.hasRemaining()).isFalse();
                    assertThat(out.isReady()).isTrue();
                }))
                .hasSize(20_003)
                .startsWith("abc");
    }

    @Test
    void closedOutputCommitsAndTakesNoMore() {
        assertThat(writing(out -> {
                    out.print("abc");
                    out.close();
                    out.close();
                    assertThatExceptionOfType(IOException.class).isThrownBy(() -> out.print("late"));
                }))
                .isEqualTo("abc");
    }
}
