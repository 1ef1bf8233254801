package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Where {@code java.lang} is not open: a JVM of its own, since this one has it open. */
class LoopModeUnavailableTest {

    @Test
    void theServerSaysWhatToTypeAndRunsWithVirtualThreads() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(said)
                .contains("mode VIRTUAL, loops 1")
                .contains("WARN Handler mode 'loop' is not possible")
                .contains("--add-opens java.base/java.lang=ALL-UNNAMED");
    }

    /** Starts a server and prints what became of it. */
    static final class Main {

        private Main() {}

        @SuppressWarnings("SystemOut") // its way to tell
        public static void main(String[] args) throws Exception {
            CompletableFuture<ServerEvent> first = new CompletableFuture<>();
            try (HttpServer server = HttpServer.builder()
                    .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                    .handler(ServerFixture::hello)
                    .options(ServerOptions.builder()
                            .handlerMode(HandlerMode.LOOP)
                            .build())
                    .listener(first::complete)
                    .build()) {
                server.start();
                ServerEvent event = first.get(10, TimeUnit.SECONDS);
                System.out.println("mode " + server.statistics().handlerMode() + ", loops "
                        + server.statistics().loops().size());
                System.out.println(event.severity() + " " + event.message());
            }
        }
    }
}
