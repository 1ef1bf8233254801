package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http.Handler;
import io.netpoll.net.TestKeys;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS with a client that is not the JDK's, which also does what the JDK's cannot be asked to. */
class OpenSslTest extends ServerFixture {

    @TempDir
    Path directory = Path.of("");

    @Override
    ServerOptions.Builder options() {
        return TestedMode.options();
    }

    @Override
    Handler handler(Handler handler) {
        return handler;
    }

    @Override
    HttpServer.Builder builder() {
        return HttpServer.builder().tls(TestKeys.context(TestKeys.SERVER, null));
    }

    @BeforeEach
    void openSslIsThere() throws InterruptedException {
        try {
            new ProcessBuilder("openssl", "version").start().waitFor();
        } catch (IOException e) {
            if ("true".equals(System.getenv("CI"))) {
                throw new AssertionError("no openssl; install the Debian package openssl", e);
            }
            Assumptions.abort("no openssl; install the Debian package openssl");
        }
    }

    /** {@code openssl s_client}, spoken to line by line. */
    private final class SClient implements AutoCloseable {
        private final Process process;
        private final StringBuilder said = new StringBuilder();

        SClient(String... options) throws IOException {
            List<String> command =
                    new ArrayList<>(List.of("openssl", "s_client", "-connect", "localhost:" + server().port()));
            command.addAll(List.of(options));
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        }

        SClient say(String text) throws IOException {
            OutputStream in = process.getOutputStream();
            in.write(text.getBytes(StandardCharsets.ISO_8859_1));
            in.flush();
            return this;
        }

        /** What it has printed, at least up to a text. */
        String hear(String text) throws IOException {
            Reader out = process.inputReader(StandardCharsets.ISO_8859_1);
            int from = 0;
            for (int c = out.read(); c >= 0; c = out.read()) {
                said.append((char) c);
                if (said.indexOf(text, from) >= 0) {
                    String heard = said.toString();
                    said.setLength(0);
                    return heard;
                }
                from = Math.max(0, said.length() - text.length());
            }
            throw new IOException("Ended after: " + said);
        }

        @Override
        public void close() {
            process.destroy();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-tls1_3", "-tls1_2"})
    void aSessionIsResumed(String version) throws IOException {
        start(ServerFixture::hello);
        String session = directory.resolve("session").toString();
        try (SClient first = new SClient(version, "-sess_out", session)) {
            assertThat(first.say(GET).hear("Hello, world!")).contains("New, TLSv1.");
        }
        try (SClient second = new SClient(version, "-sess_in", session)) {
            assertThat(second.say(GET).hear("Hello, world!")).contains("Reused, TLSv1.");
        }
    }

    @Test
    void keysAreUpdated() throws IOException {
        start(ServerFixture::hello);
        try (SClient client = new SClient("-tls1_3")) {
            client.hear("Verify return code");
            for (int i = 0; i < 5; i++) {
                client.say("K\n").hear("KEYUPDATE");
                client.say(GET).hear("Hello, world!");
            }
        }
    }

    @Test
    void renegotiationEndsTheConnection() throws IOException {
        start(ServerFixture::hello);
        try (SClient client = new SClient("-tls1_2")) {
            client.say(GET).hear("Hello, world!");
            assertThat(client.say("R\n").hear("RENEGOTIATING")).isNotEmpty();
            assertThat(client.hear("closed")).isNotEmpty();
        }
    }
}
