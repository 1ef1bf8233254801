package io.netpoll.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.it.Browser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a checkpoint (CRaC) needs: a stopped context has no open descriptor but files, and starts again. The checkpoint itself
 * needs another JDK.
 */
class StoppedContextIT {

    @TempDir
    private Path directory;

    @Test
    void stoppedContextHoldsNeitherSocketsNorEpoll() throws IOException {
        try (ApplicationProcess process = ApplicationProcess.start(
                directory,
                ClassPaths.shop(),
                Commands.class.getName(),
                "--server.port=0",
                "--server.shutdown=immediate")) {
            for (int run = 1; run <= 3; run++) {
                try (Browser browser = new Browser(process.port(run))) {
                    assertThat(browser.get("/items").statusCode()).isEqualTo(200);
                    assertThat(descriptorsOfServer(process)).isNotEmpty();
                    process.tell("stop");
                    int stops = run;
                    process.awaitOutput(output -> output.split("done: stop", -1).length > stops);
                    assertThat(descriptorsOfServer(process)).isEmpty();
                }
                process.tell("start");
            }
            assertThat(process.port(4)).isPositive();
            assertThat(process.terminate()).isEqualTo(143);
        }
    }

    private static List<String> descriptorsOfServer(ApplicationProcess process) {
        return process.descriptors().stream()
                .filter(target -> target.startsWith("socket:") || target.startsWith("anon_inode:"))
                .toList();
    }
}
