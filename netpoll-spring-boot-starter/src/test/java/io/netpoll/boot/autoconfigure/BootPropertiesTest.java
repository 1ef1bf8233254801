package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.awaitility.Awaitility.await;

import io.netpoll.boot.TestHttp;
import io.netpoll.boot.autoconfigure.scanned.AnnotatedServlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.SessionTrackingMode;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.boot.web.server.servlet.context.ServletComponentScan;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** {@code server.*} of Spring Boot, which means what it means with any other server. */
class BootPropertiesTest {

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner(
                    AnnotationConfigServletWebServerApplicationContext::new)
            .withConfiguration(AutoConfigurations.of(NetpollServletWebServerAutoConfiguration.class))
            .withPropertyValues("server.port=0");

    private static final String NOTHING = "unused=x";

    static Stream<Arguments> rows() {
        return Stream.of(
                row(NOTHING, ServletContext::getServletContextName, "application"),
                row("server.servlet.application-display-name=shop", ServletContext::getServletContextName, "shop"),
                row(NOTHING, ServletContext::getContextPath, ""),
                row("server.servlet.context-path=/shop", ServletContext::getContextPath, "/shop"),
                row("server.mime-mappings.xyz=text/xyz", context -> context.getMimeType("a.xyz"), "text/xyz"),
                row("server.mime-mappings.xyz=text/xyz", context -> context.getMimeType("a.html"), "text/html"),
                row(NOTHING, ServletContext::getSessionTimeout, 30),
                row("server.servlet.session.timeout=10m", ServletContext::getSessionTimeout, 10),
                row(
                        "server.servlet.session.tracking-modes=url",
                        ServletContext::getEffectiveSessionTrackingModes,
                        Set.of(SessionTrackingMode.URL)),
                row(
                        "server.servlet.session.tracking-modes=cookie,url",
                        ServletContext::getEffectiveSessionTrackingModes,
                        Set.of(SessionTrackingMode.COOKIE, SessionTrackingMode.URL)),
                cookie("name=SHOP", context -> context.getSessionCookieConfig().getName(), "SHOP"),
                cookie(
                        "domain=a.example",
                        context -> context.getSessionCookieConfig().getDomain(),
                        "a.example"),
                cookie("path=/a", context -> context.getSessionCookieConfig().getPath(), "/a"),
                cookie(
                        "http-only=true",
                        context -> context.getSessionCookieConfig().isHttpOnly(),
                        true),
                cookie(
                        "http-only=false",
                        context -> context.getSessionCookieConfig().isHttpOnly(),
                        false),
                cookie(
                        "secure=true",
                        context -> context.getSessionCookieConfig().isSecure(),
                        true),
                cookie("max-age=1m", context -> context.getSessionCookieConfig().getMaxAge(), 60),
                cookie("partitioned=true", BootPropertiesTest::partitioned, ""),
                cookie("partitioned=false", BootPropertiesTest::partitioned, null),
                row(NOTHING, context -> context.getServletRegistration("default"), null),
                row(
                        "server.servlet.register-default-servlet=true",
                        context -> context.getServletRegistrations().keySet(),
                        Set.of("default")),
                row("server.servlet.jsp.registered=true", context -> context.getServletRegistration("jsp"), null));
    }

    private static @Nullable String partitioned(ServletContext context) {
        return context.getSessionCookieConfig().getAttribute("Partitioned");
    }

    private static Arguments cookie(
            String property, Function<ServletContext, @Nullable Object> value, @Nullable Object expected) {
        return row("server.servlet.session.cookie." + property, value, expected);
    }

    private static Arguments row(
            String property, Function<ServletContext, @Nullable Object> value, @Nullable Object expected) {
        return Arguments.of(property, value, expected);
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("rows")
    void contextIsAsThePropertySays(
            String property, Function<ServletContext, @Nullable Object> value, @Nullable Object expected) {
        runner.withPropertyValues(property).run(context -> {
            ServletContext servletContext = context.getServletContext();
            assertThat(servletContext).isNotNull();
            assertThat(value.apply(servletContext)).isEqualTo(expected);
        });
    }

    @Test
    void charsetOfALocaleReachesTheApplication() {
        runner.withPropertyValues("server.servlet.encoding.mapping.de=iso-8859-15")
                .run(context -> {
                    assertThat(context.getBean(io.netpoll.boot.NetpollServletWebServerFactory.class)
                                    .getSettings()
                                    .getLocaleCharsetMappings())
                            .containsValue(java.nio.charset.Charset.forName("iso-8859-15"));
                });
    }

    @Test
    void annotatedComponentsAreFoundAndServe() {
        try (ServletWebServerApplicationContext context = TestApplication.run(Scanning.class)) {
            assertThat(TestHttp.body(TestApplication.port(context), "/annotated/hello"))
                    .isEqualTo("filtered, listened, served");
        }
    }

    /** Spring MVC finds them on the class path, the default servlet as resources of the context. */
    @ParameterizedTest
    @ValueSource(strings = {"/**", "/nowhere/**"})
    void whatIsInMetaInfResourcesIsServed(String pattern) {
        try (ServletWebServerApplicationContext context = TestApplication.run(
                "server.servlet.register-default-servlet=true",
                "spring.mvc.static-path-pattern=" + pattern,
                "spring.mvc.servlet.path=" + (pattern.equals("/**") ? "/" : "/mvc"))) {
            assertThat(TestHttp.body(TestApplication.port(context), "/page.txt"))
                    .isEqualTo("page");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"8KB", "16KB"})
    void headMayBeAsLargeAsThePropertySays(String size) throws IOException {
        try (ServletWebServerApplicationContext context =
                        TestApplication.run("server.max-http-request-header-size=" + size);
                Socket socket = TestHttp.connect(TestApplication.port(context))) {
            String head = "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX: " + "x".repeat(9_000) + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            assertThat(TestHttp.readToEnd(socket)).startsWith("HTTP/1.1 " + (size.equals("8KB") ? "431" : "200"));
        }
    }

    /** Once when the server is there but has not started, once when it cannot. */
    @Test
    void startThatFailsLeavesNothing() throws IOException {
        Set<String> before = serverThreads();
        assertThatException().isThrownBy(() -> TestApplication.run(Failing.class, "server.port=0"));
        try (ServletWebServerApplicationContext context = TestApplication.run()) {
            int taken = TestApplication.port(context);
            assertThatException().isThrownBy(() -> TestApplication.run("server.port=" + taken));
            assertThat(TestHttp.body(taken, "/hello")).isEqualTo("Hello");
        }
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(before).containsAll(serverThreads()));
    }

    private static Set<String> serverThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("netpoll-"))
                .map(thread -> thread.getName() + " " + thread.threadId())
                .collect(Collectors.toSet());
    }

    @Configuration(proxyBeanMethods = false)
    @ServletComponentScan(basePackageClasses = AnnotatedServlet.class)
    static class Scanning {}

    @Configuration(proxyBeanMethods = false)
    static class Failing {

        @Bean
        SmartInitializingSingleton failing() {
            return () -> {
                throw new IllegalStateException("no database");
            };
        }
    }
}
