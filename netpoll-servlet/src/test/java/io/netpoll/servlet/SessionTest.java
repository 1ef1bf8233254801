package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.netpoll.servlet.session.SessionStore;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTest {

    private final TestApplication application = new TestApplication();
    private final List<String> seen = new ArrayList<>();

    @AfterEach
    void close() {
        application.close();
    }

    private static String cookie(FakeExchange exchange) {
        String field = exchange.required("Set-Cookie");
        return field.substring(0, field.indexOf(';'));
    }

    private void counting() {
        application.servlet("s", "/s", (request, response) -> {
            HttpSession session = request.getSession();
            Integer count = (Integer) session.getAttribute("count");
            session.setAttribute("count", count == null ? 1 : count + 1);
            response.getWriter()
                    .write(session.isNew() + " " + session.getAttribute("count") + " "
                            + request.isRequestedSessionIdValid() + request.isRequestedSessionIdFromCookie());
        });
    }

    @Test
    void cookieLeadsBackToTheSession() {
        counting();
        FakeExchange first = application.get("/s");
        assertThat(first.body()).isEqualTo("true 1 falsefalse");
        assertThat(first.header("Set-Cookie")).matches("JSESSIONID=[0-9A-F]{32}; HttpOnly; Path=/");
        FakeExchange second = application.send(FakeExchange.get("/s").header("Cookie", cookie(first)));
        assertThat(second.body()).isEqualTo("false 2 truetrue");
        assertThat(second.header("Set-Cookie")).isNull();
    }

    @Test
    void cookieBehindAnOpenQuoteIsFound() {
        counting();
        String cookie = cookie(application.get("/s"));
        assertThat(application
                        .send(FakeExchange.get("/s").header("Cookie", "a=\"b; " + cookie + "; c=d\""))
                        .body())
                .startsWith("false 2");
        assertThat(application
                        .send(FakeExchange.get("/s").header("Cookie", "JSESSIONID=stale; " + cookie))
                        .body())
                .startsWith("false 3");
    }

    @Test
    void cookieFollowsItsConfiguration() {
        application.builder.contextPath("/app").sessionCookieSameSite("Strict").cookieProcessor(cookie -> {
            cookie.setAttribute("SameSite", "Lax");
            return cookie;
        });
        application.builder.initializer(context -> {
            var config = context.getSessionCookieConfig();
            config.setName("SID");
            config.setHttpOnly(false);
            config.setMaxAge(60);
            config.setAttribute("Partitioned", "");
        });
        counting();
        assertThat(application.get("/app/s").header("Set-Cookie"))
                .matches("SID=\\w+; Max-Age=60; Expires=[^;]*; Partitioned; Path=/app; SameSite=Strict");
    }

    @Test
    void urlCarriesTheIdWhereCookiesDoNot() {
        application.builder.initializer(
                context -> context.setSessionTrackingModes(EnumSet.of(SessionTrackingMode.URL)));
        application.servlet("s", "/s", (request, response) -> {
            HttpSession session = request.getSession();
            response.getWriter()
                    .write(session.getId() + " " + session.isNew() + " " + response.encodeURL("/x?a#b") + " "
                            + response.encodeURL("http://elsewhere.example/") + " "
                            + response.encodeRedirectURL("http://host.example/y"));
        });
        FakeExchange first = application.get("/s");
        String id = first.body().split(" ", -1)[0];
        assertThat(first.header("Set-Cookie")).isNull();
        assertThat(first.body())
                .isEqualTo(id + " true /x;jsessionid=" + id + "?a#b http://elsewhere.example/"
                        + " http://host.example/y;jsessionid=" + id);
        assertThat(application.get("/s;jsessionid=" + id).body()).startsWith(id + " false");
    }

    private final class Recorder implements HttpSessionListener, HttpSessionIdListener, HttpSessionAttributeListener {

        @Override
        public void sessionCreated(HttpSessionEvent event) {
            seen.add("created");
        }

        @Override
        public void sessionDestroyed(HttpSessionEvent event) {
            seen.add("destroyed " + event.getSession().getAttribute("k"));
        }

        @Override
        public void sessionIdChanged(HttpSessionEvent event, String oldSessionId) {
            seen.add("changed " + !oldSessionId.equals(event.getSession().getId()));
        }

        @Override
        public void attributeAdded(HttpSessionBindingEvent event) {
            seen.add("added " + event.getName());
        }

        @Override
        public void attributeRemoved(HttpSessionBindingEvent event) {
            seen.add("removed " + event.getName());
        }

        @Override
        public void attributeReplaced(HttpSessionBindingEvent event) {
            seen.add("replaced " + event.getName() + " " + event.getValue());
        }
    }

    private final class Bound implements HttpSessionBindingListener {

        @Override
        public void valueBound(HttpSessionBindingEvent event) {
            seen.add("bound");
        }

        @Override
        public void valueUnbound(HttpSessionBindingEvent event) {
            seen.add("unbound");
        }
    }

    @Test
    void listenersHearEverythingInOrder() {
        application.builder.initializer(context -> context.addListener(new Recorder()));
        AtomicReference<HttpSession> kept = new AtomicReference<>();
        application.servlet("s", "/s", (request, response) -> {
            HttpSession session = request.getSession();
            kept.set(session);
            session.setAttribute("k", "v");
            session.setAttribute("k", "w");
            session.setAttribute("b", new Bound());
            request.changeSessionId();
            session.removeAttribute("b");
            session.invalidate();
            assertThat(request.getSession(false)).isNull();
        });
        FakeExchange exchange = application.get("/s");
        assertThat(application.failures).isEmpty();
        assertThat(seen)
                .containsExactly(
                        "created",
                        "added k",
                        "replaced k v",
                        "bound",
                        "added b",
                        "changed true",
                        "unbound",
                        "removed b",
                        "destroyed w",
                        "removed k");
        assertThat(exchange.headers("Set-Cookie")).hasSize(1);
        assertThatIllegalStateException().isThrownBy(() -> kept.get().getAttribute("k"));
        assertThatIllegalStateException().isThrownBy(() -> kept.get().invalidate());
    }

    @Test
    void committedResponseCannotStartASession() {
        application.servlet("s", "/s", (request, response) -> {
            response.flushBuffer();
            assertThatIllegalStateException().isThrownBy(request::getSession);
            assertThatIllegalStateException().isThrownBy(request::changeSessionId);
            assertThat(request.getSession(false)).isNull();
        });
        application.get("/s");
        assertThat(application.failures).isEmpty();
    }

    @Test
    void idleSessionEndsOnceItsTimeIsUp() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        Listeners listeners = new Listeners(EngineListener.NONE);
        listeners.add(new Recorder());
        try (SessionStore store = new SessionStore(application.started().servletContext(), listeners, now::get, -1)) {
            store.timeoutSeconds(10);
            String id = store.create().getId();
            now.set(Instant.ofEpochSecond(9));
            store.sweep();
            assertThat(store.find(id)).isNotNull().satisfies(session -> session.access());
            now.set(Instant.ofEpochSecond(18));
            assertThat(store.find(id)).isNotNull();
            now.set(Instant.ofEpochSecond(19));
            store.sweep();
            assertThat(seen).containsExactly("created", "destroyed null");
            assertThat(store.size()).isZero();
            store.timeoutSeconds(0);
            String lasting = store.create().getId();
            now.set(Instant.ofEpochSecond(1_000_000));
            assertThat(store.find(lasting)).isNotNull();
        }
    }

    private record Value(String text) implements Serializable {}

    @Test
    void sessionsSurviveARestartIfTheyAreStored(@TempDir Path store) {
        application.builder.sessionStoreDirectory(store).sessionTimeout(Duration.ofMinutes(5));
        application.servlet("s", "/s", (request, response) -> {
            HttpSession session = request.getSession();
            response.getWriter().write(session.getAttribute("v") + " " + session.getAttribute("o"));
            session.setAttribute("v", new Value("kept"));
            session.setAttribute("o", new Object());
        });
        String cookie = cookie(application.get("/s"));
        application.close();
        assertThat(store).isNotEmptyDirectory();
        try (TestApplication again = new TestApplication()) {
            again.builder.sessionStoreDirectory(store);
            again.servlet("s", "/s", (request, response) -> response.getWriter()
                    .write(request.getSession().getAttribute("v") + " "
                            + request.getSession().getAttribute("o")));
            assertThat(again.send(FakeExchange.get("/s").header("Cookie", cookie))
                            .body())
                    .isEqualTo("Value[text=kept] null");
        }
    }

    @Test
    void trackingModesAreChecked() {
        application.builder.initializer(context -> {
            org.assertj.core.api.Assertions.assertThatIllegalArgumentException()
                    .isThrownBy(() -> context.setSessionTrackingModes(
                            EnumSet.of(SessionTrackingMode.SSL, SessionTrackingMode.COOKIE)));
            context.setSessionTrackingModes(Set.of(SessionTrackingMode.SSL));
            assertThat(context.getEffectiveSessionTrackingModes()).containsExactly(SessionTrackingMode.SSL);
        });
        application.started();
    }
}
