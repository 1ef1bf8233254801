package io.netpoll.it.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netpoll.it.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The restarter of spring-boot-devtools, brought about as an IDE does: by a changed file. */
class DevtoolsIT {

    private static final int RESTARTS = 20;
    private static final int WARM = 5;

    @TempDir
    private Path directory;

    @Test
    void restartsKeepSessionsAndLeakNothing() throws IOException {
        Path watched = Files.createDirectory(directory.resolve("watched"));
        try (ApplicationProcess process = ApplicationProcess.start(
                        directory,
                        watched + ":" + ClassPaths.shopWithDevtools(),
                        "-Xmx512m",
                        ClassPaths.SHOP_MAIN,
                        "--server.port=0",
                        "--server.servlet.session.store-dir=" + directory.resolve("sessions"),
                        "--spring.devtools.livereload.enabled=false",
                        "--spring.devtools.restart.poll-interval=100ms",
                        "--spring.devtools.restart.quiet-period=50ms");
                Browser browser = new Browser(process.port())) {
            browser.post("/order", Map.of("item", "Tea", "count", "3"));
            String session = browser.cookie("JSESSIONID").orElseThrow();
            long threads = 0;
            List<String> descriptors = List.of();
            for (int restart = 1; restart <= RESTARTS; restart++) {
                Files.writeString(watched.resolve("changed.txt"), Integer.toString(restart));
                browser.moveTo(process.port(restart + 1));
                assertThat(browser.get("/items").statusCode()).isEqualTo(200);
                if (restart == WARM) {
                    threads = process.threads();
                    descriptors = process.descriptors();
                }
            }
            assertThat(browser.get("/order").body()).contains("Ordered: 3 × Tea");
            assertThat(browser.cookie("JSESSIONID")).hasValue(session);
            assertNothingLeaked(process, threads, descriptors);
        }
    }

    /** What fifteen restarts would have left behind is at least fifteen. */
    private static void assertNothingLeaked(ApplicationProcess process, long threads, List<String> descriptors) {
        int most = RESTARTS - WARM - 1;
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(process.threads()).isLessThan(threads + most);
            assertThat(process.descriptors()).hasSizeLessThan(descriptors.size() + most);
            assertThat(process.descriptors())
                    .filteredOn(target -> target.equals("anon_inode:[eventpoll]"))
                    .hasSameSizeAs(descriptors.stream()
                            .filter(target -> target.equals("anon_inode:[eventpoll]"))
                            .toList());
        });
    }
}
