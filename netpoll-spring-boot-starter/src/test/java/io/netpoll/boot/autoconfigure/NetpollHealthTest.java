package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.boot.TestHttp;
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
        Health health = new NetpollHealthIndicator(() -> false).health();
        assertThat(health.getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.getDetails()).containsEntry("reason", "An event loop has ended with an error");
    }
}
