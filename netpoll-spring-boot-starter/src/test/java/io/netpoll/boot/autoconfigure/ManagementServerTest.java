package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.boot.NetpollServerCustomizer;
import io.netpoll.boot.TestHttp;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.StringUtils;

/** The actuator on a port of its own, with Tomcat's way of doing that on the class path too. */
@ExtendWith(OutputCaptureExtension.class)
class ManagementServerTest {

    @Test
    void actuatorIsServedOnItsOwnPort(CapturedOutput output) {
        try (ServletWebServerApplicationContext context = run()) {
            assertThat(TestHttp.body(managementPort(context), "/actuator/health"))
                    .contains("UP");
            assertThat(TestHttp.body(TestApplication.port(context), "/hello")).isEqualTo("Hello");
            assertThat(TestHttp.get(TestApplication.port(context), "/actuator/health")
                            .statusCode())
                    .isEqualTo(404);
            assertThat(started(output)).isEqualTo(2);
            assertThat(output)
                    .containsOnlyOnce("Tomcat is on the class path too")
                    .doesNotContain("Tomcat started");
        }
    }

    @Test
    void bothServersStopAndStartAgain(CapturedOutput output) {
        try (ServletWebServerApplicationContext context = run()) {
            int stopped = managementPort(context);
            context.stop();
            assertThat(TestHttp.isRefused(stopped)).isTrue();
            context.start();
            assertThat(TestHttp.body(managementPort(context), "/actuator/health"))
                    .contains("UP");
            assertThat(TestHttp.body(TestApplication.port(context), "/hello")).isEqualTo("Hello");
            assertThat(started(output)).isEqualTo(4);
        }
    }

    @Test
    void basePathIsTheContextPathOfTheManagementServer() {
        try (ServletWebServerApplicationContext context = run("management.server.base-path=/manage")) {
            assertThat(TestHttp.body(managementPort(context), "/manage/actuator/health"))
                    .contains("UP");
        }
    }

    @Test
    void customizersOfTheApplicationStayWithItsOwnServer() {
        try (ServletWebServerApplicationContext context = run()) {
            assertThat(context.getBean(Customizer.class).calls).hasValue(1);
        }
    }

    private static ServletWebServerApplicationContext run(String... properties) {
        return TestApplication.run(
                Customizer.class, StringUtils.addStringToArray(properties, "management.server.port=0"));
    }

    private static int managementPort(ServletWebServerApplicationContext context) {
        return Objects.requireNonNull(context.getEnvironment().getProperty("local.management.port", Integer.class));
    }

    private static int started(CapturedOutput output) {
        return StringUtils.countOccurrencesOf(output.toString(), "netpoll started on port");
    }

    @Configuration(proxyBeanMethods = false)
    static class Customizer {

        private final AtomicInteger calls = new AtomicInteger();

        @Bean
        NetpollServerCustomizer counting() {
            return options -> calls.incrementAndGet();
        }
    }
}
