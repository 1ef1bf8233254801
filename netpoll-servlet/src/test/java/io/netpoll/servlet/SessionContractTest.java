package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionIdListener;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What sessions promise, a request about its session, and the session cookie's configuration. */
class SessionContractTest {

    private final TestApplication application = new TestApplication();

    @AfterEach
    void close() {
        application.close();
    }

    private void check(java.util.function.Consumer<HttpSession> checks) {
        application.probe(FakeExchange.get("/probe"), (request, response) -> checks.accept(request.getSession()));
    }

    @Test
    void requestHasASessionOnceOneIsMade() {
        application.probe(FakeExchange.get("/probe"), (request, response) -> {
            assertThat(request.getSession(false)).isNull();
            HttpSession made = request.getSession();
            assertThat(request.getSession(false)).isSameAs(made);
            assertThat(request.getSession(true)).isSameAs(made);
            assertThat(request.getRequestedSessionId()).isNull();
            assertThat(request.isRequestedSessionIdValid()).isFalse();
            made.invalidate();
            assertThat(request.getSession(false)).isNull();
            assertThat(request.getSession()).isNotSameAs(made);
        });
    }

    @Test
    void requestSaysWhichSessionItsClientAskedFor() {
        List<String> ids = new ArrayList<>();
        check(session -> ids.add(session.getId()));
        String id = ids.getFirst();
        application.probe(FakeExchange.get("/probe").header("Cookie", "JSESSIONID=" + id), (request, response) -> {
            assertThat(request.getRequestedSessionId()).isEqualTo(id);
            assertThat(request.isRequestedSessionIdValid()).isTrue();
            assertThat(request.isRequestedSessionIdFromCookie()).isTrue();
            assertThat(request.isRequestedSessionIdFromURL()).isFalse();
        });
        application.probe(FakeExchange.get("/probe;jsessionid=" + id), (request, response) -> {
            assertThat(request.getRequestedSessionId()).isEqualTo(id);
            assertThat(request.isRequestedSessionIdFromCookie()).isFalse();
            assertThat(request.isRequestedSessionIdFromURL()).isTrue();
        });
        application.probe(FakeExchange.get("/probe").header("Cookie", "JSESSIONID=stale"), (request, response) -> {
            assertThat(request.getRequestedSessionId()).isEqualTo("stale");
            assertThat(request.isRequestedSessionIdValid()).isFalse();
            assertThat(request.getSession(false)).isNull();
        });
    }

    @Test
    void idChangesButNotTheSession() {
        List<String> changes = new ArrayList<>();
        application.builder.initializer(context -> context.addListener((HttpSessionIdListener)
                (event, oldId) -> changes.add(oldId + ">" + event.getSession().getId())));
        FakeExchange exchange = application.probe(FakeExchange.get("/probe"), (request, response) -> {
            assertThatIllegalStateException().isThrownBy(request::changeSessionId);
            HttpSession session = request.getSession();
            session.setAttribute("a", 1);
            String old = session.getId();
            String changed = request.changeSessionId();
            assertThat(session.getId()).isEqualTo(changed).isNotEqualTo(old);
            assertThat(session.getAttribute("a")).isEqualTo(1);
            assertThat(changes).containsExactly(old + ">" + changed);
        });
        assertThat(exchange.headers("Set-Cookie"))
                .singleElement()
                .asString()
                .contains(changes.getFirst().split(">", -1)[1]);
    }

    @Test
    void factsOfASession() {
        check(session -> {
            assertThat(session.getId()).matches("[0-9A-F]{32}");
            assertThat(session.getServletContext())
                    .isSameAs(application.started().servletContext());
            assertThat(session.isNew()).isTrue();
            assertThat(session.getCreationTime())
                    .isLessThanOrEqualTo(System.currentTimeMillis())
                    .isEqualTo(session.getLastAccessedTime());
            assertThat(session.getMaxInactiveInterval()).isEqualTo(1800);
            session.setMaxInactiveInterval(60);
            assertThat(session.getMaxInactiveInterval()).isEqualTo(60);
        });
    }

    @Test
    void sessionIsNewUntilItsClientComesBack() {
        List<HttpSession> made = new ArrayList<>();
        check(made::add);
        HttpSession session = made.getFirst();
        application.probe(
                FakeExchange.get("/probe").header("Cookie", "JSESSIONID=" + session.getId()), (request, response) -> {
                    assertThat(request.getSession().isNew()).isFalse();
                    assertThat(session.getLastAccessedTime()).isGreaterThanOrEqualTo(session.getCreationTime());
                });
    }

    @Test
    void attributesComeAndGo() {
        check(session -> {
            session.setAttribute("a", 1);
            session.setAttribute("b", 2);
            assertThat(session.getAttribute("a")).isEqualTo(1);
            assertThat(session.getAttribute("none")).isNull();
            assertThat(Collections.list(session.getAttributeNames())).containsExactlyInAnyOrder("a", "b");
            session.removeAttribute("a");
            session.removeAttribute("a");
            session.setAttribute("b", null);
            assertThat(Collections.list(session.getAttributeNames())).isEmpty();
        });
    }

    @Test
    void invalidSessionAnswersNothing() {
        check(session -> {
            session.setAttribute("a", 1);
            session.invalidate();
            List<ThrowingCallable> calls = List.of(
                    session::invalidate,
                    session::isNew,
                    session::getCreationTime,
                    session::getLastAccessedTime,
                    session::getAttributeNames,
                    session::getAccessor,
                    () -> session.getAttribute("a"),
                    () -> session.setAttribute("a", 2),
                    () -> session.removeAttribute("a"));
            assertThat(calls)
                    .allSatisfy(call -> assertThatIllegalStateException().isThrownBy(call));
            assertThat(session.getId()).isNotEmpty();
        });
    }

    @Test
    void accessorReachesTheSessionOutsideARequest() {
        List<HttpSession.Accessor> accessors = new ArrayList<>();
        check(session -> {
            session.setAttribute("a", 1);
            accessors.add(session.getAccessor());
        });
        HttpSession.Accessor accessor = accessors.getFirst();
        List<Object> seen = new ArrayList<>();
        accessor.access(session -> {
            seen.add(session.getAttribute("a"));
            session.invalidate();
        });
        assertThat(seen).containsExactly(1);
        assertThatIllegalStateException().isThrownBy(() -> accessor.access(seen::add));
    }

    @Test
    void cookieIsConfiguredBeforeTheStart() {
        List<SessionCookieConfig> configs = new ArrayList<>();
        application.builder.initializer(context -> {
            SessionCookieConfig config = context.getSessionCookieConfig();
            configs.add(config);
            assertThat(config.getName()).isNull();
            assertThat(config.getDomain()).isNull();
            assertThat(config.getPath()).isNull();
            assertThat(config.isSecure()).isFalse();
            assertThat(config.isHttpOnly()).isTrue();
            assertThat(config.getMaxAge()).isEqualTo(-1);
            config.setName("SID");
            config.setDomain("host.example");
            config.setPath("/p");
            config.setSecure(true);
            config.setHttpOnly(false);
            config.setMaxAge(60);
            config.setAttribute("X-A", "1");
            assertThat(config.getName()).isEqualTo("SID");
            assertThat(config.getDomain()).isEqualTo("host.example");
            assertThat(config.getPath()).isEqualTo("/p");
            assertThat(config.isSecure()).isTrue();
            assertThat(config.isHttpOnly()).isFalse();
            assertThat(config.getMaxAge()).isEqualTo(60);
            assertThat(config.getAttribute("x-a")).isEqualTo("1");
            assertThat(config.getAttributes())
                    .containsAllEntriesOf(Map.of("X-A", "1", "Path", "/p", "Domain", "host.example"));
            assertThatIllegalArgumentException().isThrownBy(() -> config.setAttribute("a b", "1"));
            assertThatIllegalArgumentException().isThrownBy(() -> config.setAttribute("Max-Age", "x"));
        });
        FakeExchange exchange =
                application.probe(FakeExchange.get("/probe"), (request, response) -> request.getSession());
        assertThat(exchange.header("Set-Cookie"))
                .startsWith("SID=")
                .contains("; Domain=host.example", "; Path=/p", "; Secure", "; Max-Age=60", "; X-A=1")
                .doesNotContain("HttpOnly");
        SessionCookieConfig config = configs.getFirst();
        List<ThrowingCallable> setters = List.of(
                () -> config.setName("x"),
                () -> config.setDomain("x"),
                () -> config.setPath("x"),
                () -> config.setSecure(true),
                () -> config.setHttpOnly(true),
                () -> config.setMaxAge(1),
                () -> config.setAttribute("x", "1"));
        assertThat(setters)
                .allSatisfy(setter -> assertThatIllegalStateException().isThrownBy(setter));
    }

    /** RFC 6265 has no comments, and the API says that these methods do nothing. */
    @Test
    @SuppressWarnings("removal")
    void cookiesHaveNoComments() {
        application.builder.initializer(context -> {
            context.getSessionCookieConfig().setComment("text");
            assertThat(context.getSessionCookieConfig().getComment()).isNull();
        });
        application.started();
        assertThatIllegalStateException().isThrownBy(() -> application
                .started()
                .servletContext()
                .getSessionCookieConfig()
                .setComment("x"));
    }
}
