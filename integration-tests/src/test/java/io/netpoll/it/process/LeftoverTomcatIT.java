package io.netpoll.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.it.Browser;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody excluded Tomcat. */
class LeftoverTomcatIT {

    @TempDir
    private Path directory;

    @Test
    void netpollServesWithForwardedHeadersAndAManagementPort() {
        try (ApplicationProcess process = ApplicationProcess.start(
                        directory,
                        ClassPaths.shopWithTomcat(),
                        ClassPaths.SHOP_MAIN,
                        "--server.port=0",
                        "--management.server.port=0",
                        "--server.forward-headers-strategy=framework");
                Browser management = new Browser(process.port(2));
                Browser shop = new Browser(firstPort(process))) {
            assertThat(shop.get("/v3/api-docs", "X-Forwarded-Proto", "https", "X-Forwarded-Host", "shop.example")
                            .body())
                    .contains("\"https://shop.example\"");
            assertThat(management.get("/actuator/health").statusCode()).isEqualTo(200);
            assertThat(process.output())
                    .containsOnlyOnce("Tomcat is on the class path too")
                    .doesNotContain("Tomcat started", "Tomcat initialized");
            assertThat(process.terminate()).isEqualTo(143);
        }
    }

    private static int firstPort(ApplicationProcess process) {
        String output = process.output();
        int start = output.indexOf("netpoll started on port ") + "netpoll started on port ".length();
        return Integer.parseInt(output.substring(start, output.indexOf(' ', start)));
    }
}
