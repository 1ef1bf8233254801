package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.netpoll.boot.TestHttp;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/** An application that asks for the mode "loop" where {@code java.lang} is not open: in a JVM of its own, unlike this one. */
@Timeout(60)
class LoopModeUnavailableTest {

    @Test
    void theLogSaysSoOnceAndLogAndMeterNameTheModeThatIsActive() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName())
                .redirectErrorStream(true)
                .start();
        List<String> said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(said)
                .filteredOn(line -> line.contains("Handler mode 'loop' is not possible"))
                .singleElement()
                .asString()
                .contains("WARN", "the mode is 'virtual'", "--add-opens java.base/java.lang=ALL-UNNAMED");
        assertThat(said)
                .filteredOn(line -> line.contains("netpoll started on port"))
                .singleElement()
                .asString()
                .endsWith("handler mode virtual");
        assertThat(said).contains("answer Hello", "meter virtual");
    }

    /** The application. */
    static final class Main {

        private Main() {}

        @SuppressWarnings("SystemOut") // its way to tell
        public static void main(String[] args) {
            try (ServletWebServerApplicationContext context = TestApplication.run("netpoll.server.handler-mode=loop")) {
                System.out.println("answer " + TestHttp.body(TestApplication.port(context), "/hello"));
                MeterRegistry registry = context.getBean(MeterRegistry.class);
                registry.get("netpoll.handler.mode")
                        .gauges()
                        .forEach(meter ->
                                System.out.println("meter " + meter.getId().getTag("mode")));
            }
        }
    }
}
