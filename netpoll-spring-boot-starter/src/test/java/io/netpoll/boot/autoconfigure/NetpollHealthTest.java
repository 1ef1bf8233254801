package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.boot.TestHttp;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

class NetpollHealthTest {

    @Test
    void serverIsAComponentOfTheApplicationsHealth() {
        try (ServletWebServerApplicationContext context =
                TestApplication.run("management.endpoint.health.show-components=always")) {
            assertThat(TestHttp.body(TestApplication.port(context), "/actuator/health"))
                    .contains("\"netpoll\":{\"status\":\"UP\"}");
        }
    }

    @Test
    void propertySwitchesItOff() {
        try (ServletWebServerApplicationContext context =
                TestApplication.run("management.health.netpoll.enabled=false")) {
            assertThat(context.getBeanNamesForType(NetpollHealthIndicator.class))
                    .isEmpty();
        }
    }

    @Test
    void failedLoopTurnsItDown() {
        Health health = new NetpollHealthIndicator(() -> false, Map::of).health();
        assertThat(health.getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.getDetails()).containsEntry("reason", "An event loop has ended with an error");
    }

    @Test
    void certificateThatHasEndedTakesItOutOfService() {
        Instant end = Instant.now().minusSeconds(1);
        Health health = new NetpollHealthIndicator(() -> true, () -> Map.of("default", end)).health();
        assertThat(health.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
        assertThat(health.getDetails())
                .containsEntry("reason", "A certificate has ended")
                .containsEntry("certificatesEnd", Map.of("default", end));
    }
}
