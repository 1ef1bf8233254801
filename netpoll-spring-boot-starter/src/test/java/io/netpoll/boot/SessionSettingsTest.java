package io.netpoll.boot;

import static io.netpoll.boot.TestServlets.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.web.server.Cookie.SameSite;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.servlet.CookieSameSiteSupplier;
import org.springframework.boot.web.servlet.ServletRegistrationBean;

/** Sessions and cookies as Boot's properties describe them. */
class SessionSettingsTest extends AbstractWebServerTest {

    private final ServletRegistrationBean<HttpServlet> session = servlet("/session", (request, response) -> {
        int interval = request.getSession().getMaxInactiveInterval();
        response.addCookie(new Cookie("test", "test"));
        response.getWriter().write(String.valueOf(interval));
    });

    @Test
    void timeoutIsHalfAnHourUnlessSet() {
        assertThat(TestHttp.body(start(session).getPort(), "/session")).isEqualTo("1800");
    }

    @Test
    void timeoutIsCountedInSeconds() {
        factory.getSettings().getSession().setTimeout(Duration.ofSeconds(90));
        assertThat(TestHttp.body(start(session).getPort(), "/session")).isEqualTo("90");
    }

    @Test
    void cookieIsHttpOnlyAndOtherCookiesStayAsTheyAre() {
        List<String> cookies = cookies();
        assertThat(cookies.getFirst())
                .startsWith("JSESSIONID=")
                .contains("HttpOnly")
                .doesNotContain("SameSite", "Partitioned");
        assertThat(cookies.getLast()).isEqualTo("test=test");
    }

    @Test
    void cookieHasTheNameAndAttributesOfTheProperties() {
        var cookie = factory.getSettings().getSession().getCookie();
        cookie.setName("SHOP");
        cookie.setPath("/");
        cookie.setDomain("example.org");
        cookie.setSecure(true);
        cookie.setMaxAge(Duration.ofSeconds(60));
        cookie.setPartitioned(true);
        assertThat(cookies().getFirst())
                .startsWith("SHOP=")
                .contains("Path=/", "Domain=example.org", "Secure", "Max-Age=60", "Partitioned");
    }

    @Test
    void sameSiteOfTheSessionCookieIsItsOwn() {
        factory.getSettings().getSession().getCookie().setSameSite(SameSite.STRICT);
        List<String> cookies = cookies();
        assertThat(cookies.getFirst()).contains("SameSite=Strict");
        assertThat(cookies.getLast()).isEqualTo("test=test");
    }

    @Test
    void sameSiteFollowsTheNameOfTheSessionCookie() {
        factory.getSettings().getSession().getCookie().setName("SHOP");
        factory.getSettings().getSession().getCookie().setSameSite(SameSite.LAX);
        assertThat(cookies().getFirst()).startsWith("SHOP=").contains("SameSite=Lax");
    }

    @Test
    void suppliersDecideForEveryCookieUnlessThePropertyDoes() {
        factory.setCookieSameSiteSuppliers(List.of(CookieSameSiteSupplier.ofStrict()));
        assertThat(cookies()).allSatisfy(cookie -> assertThat(cookie).contains("SameSite=Strict"));
        factory.getSettings().getSession().getCookie().setSameSite(SameSite.OMITTED);
        List<String> cookies = cookies();
        assertThat(cookies.getFirst()).startsWith("JSESSIONID=").doesNotContain("SameSite");
        assertThat(cookies.getLast()).isEqualTo("test=test; SameSite=Strict");
    }

    @Test
    void suppliersLeaveTheSessionCookieToItsProperty() {
        factory.setCookieSameSiteSuppliers(List.of(CookieSameSiteSupplier.ofStrict()));
        factory.getSettings().getSession().getCookie().setSameSite(SameSite.LAX);
        List<String> cookies = cookies();
        assertThat(cookies.getFirst()).startsWith("JSESSIONID=").contains("SameSite=Lax");
        assertThat(cookies.getLast()).isEqualTo("test=test; SameSite=Strict");
    }

    @Test
    void persistentSessionSurvivesTheServer(@TempDir Path store) throws Exception {
        factory.getSettings().getSession().setStoreDir(store.toFile());
        assertSessionSurvives(() -> assertThat(store).isNotEmptyDirectory());
    }

    /** Boot chooses a directory of the system's that belongs to the application. */
    @Test
    void persistentSessionNeedsNoDirectory() throws Exception {
        assertSessionSurvives(() -> {});
    }

    private void assertSessionSurvives(Runnable betweenTheServers) throws Exception {
        factory.getSettings().getSession().setPersistent(true);
        WebServer first = start(counter());
        HttpResponse<String> response = TestHttp.get(first.getPort(), "/count");
        assertThat(response.body()).isEqualTo("1");
        first.destroy();
        betweenTheServers.run();

        String cookie = response.headers().firstValue("Set-Cookie").orElseThrow();
        WebServer second = start(counter());
        try (Socket socket = TestHttp.connect(second.getPort())) {
            String head = "GET /count HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: "
                    + cookie.substring(0, cookie.indexOf(';')) + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            assertThat(TestHttp.readToEnd(socket)).endsWith("2");
        }
    }

    private static ServletRegistrationBean<HttpServlet> counter() {
        return servlet("/count", (request, response) -> {
            Integer before = (Integer) request.getSession().getAttribute("count");
            int count = before == null ? 1 : before + 1;
            request.getSession().setAttribute("count", count);
            response.getWriter().write(String.valueOf(count));
        });
    }

    private List<String> cookies() {
        WebServer server = start(session);
        List<String> cookies = TestHttp.get(server.getPort(), "/session").headers().allValues("Set-Cookie").stream()
                .sorted()
                .toList();
        assertThat(cookies).hasSize(2);
        return cookies;
    }
}
