package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import jakarta.servlet.Filter;
import jakarta.servlet.GenericServlet;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextAttributeEvent;
import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.HttpFilter;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.EventListener;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@link ServletContext} promises, method by method. */
class ContextContractTest {

    private static final List<String> SEEN = Collections.synchronizedList(new ArrayList<>());

    private final TestApplication application = new TestApplication();

    @TempDir
    Path root;

    @BeforeEach
    void forget() {
        SEEN.clear();
    }

    @AfterEach
    void close() {
        application.close();
    }

    /** A servlet that can be made by its class. */
    public static final class Plain extends GenericServlet {
        private static final long serialVersionUID = 1L;

        @Override
        public void service(ServletRequest request, ServletResponse response) throws IOException {
            response.getWriter().write("plain " + getServletName());
        }
    }

    /** A filter that can be made by its class. */
    public static final class Passing extends HttpFilter {
        private static final long serialVersionUID = 1L;

        @Override
        public void init() {
            SEEN.add("filter " + getFilterName());
        }
    }

    /** A listener that can be made by its class. */
    public static final class Heard implements ServletRequestListener {
        @Override
        public void requestInitialized(ServletRequestEvent event) {
            SEEN.add("request");
        }
    }

    /** A listener of a kind that no context takes. */
    public static final class Unheard implements EventListener {}

    /** Nothing that can be made by its class. */
    public static final class Impossible extends GenericServlet {
        private static final long serialVersionUID = 1L;

        Impossible(String needed) {
            SEEN.add(needed);
        }

        @Override
        public void service(ServletRequest request, ServletResponse response) {
            throw new AssertionError();
        }
    }

    private ServletContext starting(Initializer checks) {
        application.builder.initializer(checks);
        return application.started().servletContext();
    }

    private ServletContext started() {
        return application.started().servletContext();
    }

    private static void late(ThrowingCallable call) {
        assertThatIllegalStateException().isThrownBy(call);
    }

    @Test
    void namesOfTheApplication() {
        application.builder.contextPath("/app").displayName("Shop");
        assertThat(started().getContextPath()).isEqualTo("/app");
        assertThat(started().getServletContextName()).isEqualTo("Shop");
        assertThat(started().getServerInfo()).startsWith("netpoll");
        assertThat(started().getVirtualServerName()).isEqualTo("netpoll");
    }

    @Test
    void versionsAreThoseOfTheSpecification() {
        assertThat(started().getMajorVersion()).isEqualTo(6);
        assertThat(started().getMinorVersion()).isEqualTo(1);
        assertThat(started().getEffectiveMajorVersion()).isEqualTo(6);
        assertThat(started().getEffectiveMinorVersion()).isEqualTo(1);
    }

    @Test
    void contextIsFoundByItsOwnPathsOnly() {
        application.builder.contextPath("/app");
        ServletContext context = started();
        assertThat(context.getContext("/app")).isSameAs(context);
        assertThat(context.getContext("/app/x")).isSameAs(context);
        assertThat(context.getContext("/apple")).isNull();
        assertThat(context.getContext(null)).isNull();
    }

    @Test
    void mimeTypeFollowsTheExtension() {
        application.builder.mimeTypes(extension -> "unknown".equals(extension) ? null : "x/" + extension);
        assertThat(started().getMimeType("/a.b/x.css")).isEqualTo("x/css");
        assertThat(started().getMimeType("x.unknown")).isNull();
        assertThat(started().getMimeType("/a.css/x")).isNull();
        assertThat(started().getMimeType(null)).isNull();
    }

    @Test
    void resourcesAreFoundFromTheRoot() throws IOException {
        Files.createDirectories(root.resolve("sub"));
        Files.writeString(root.resolve("sub/x.txt"), "text");
        application.builder.documentRoot(root);
        ServletContext context = started();
        assertThat(context.getResource("/sub/x.txt"))
                .isEqualTo(root.resolve("sub/x.txt").toUri().toURL());
        assertThat(context.getResource("/none")).isNull();
        assertThat(context.getResource("/../outside")).isNull();
        assertThatExceptionOfType(MalformedURLException.class).isThrownBy(() -> context.getResource("sub/x.txt"));
        try (InputStream in = context.getResourceAsStream("/sub/x.txt")) {
            assertThat(in).hasContent("text");
        }
        assertThat(context.getResourceAsStream("/none")).isNull();
        assertThat(context.getResourcePaths("/")).containsExactly("/sub/");
        assertThat(context.getResourcePaths("/sub")).containsExactly("/sub/x.txt");
        assertThat(context.getResourcePaths("/none")).isNull();
        assertThat(context.getResourcePaths("sub")).isNull();
        assertThat(context.getRealPath("/sub/x.txt"))
                .isEqualTo(root.resolve("sub/x.txt").toString());
        assertThat(context.getRealPath("sub")).isEqualTo(root.resolve("sub").toString());
        assertThat(context.getRealPath("/../x")).isNull();
    }

    @Test
    void dispatchersAreFoundByPathAndByName() {
        application.servlet("named", (request, response) -> response.getWriter().write("named"), registration -> {});
        application.servlet("by path", "/target", (request, response) -> response.getWriter()
                .write("path"));
        application.servlet("a", "/a", (request, response) -> {
            ServletContext context = request.getServletContext();
            context.getNamedDispatcher("named").include(request, response);
            context.getRequestDispatcher("/target").include(request, response);
        });
        assertThat(application.get("/a").body()).isEqualTo("namedpath");
        assertThat(started().getNamedDispatcher("none")).isNull();
        assertThat(started().getRequestDispatcher("relative")).isNull();
        assertThat(started().getRequestDispatcher("/a/../../x")).isNull();
    }

    @Test
    void logGoesToTheListener() {
        List<String> logged = new ArrayList<>();
        application.builder.events(new EngineListener() {
            @Override
            public void logged(String message, @org.jspecify.annotations.Nullable Throwable failure) {
                logged.add(message + " " + failure);
            }
        });
        started().log("one");
        started().log("two", new IOException("cause"));
        assertThat(logged).containsExactly("one null", "two java.io.IOException: cause");
    }

    @Test
    void initParametersAreSetOnceAndBeforeTheStart() {
        ServletContext context = starting(c -> {
            assertThat(c.setInitParameter("a", "1")).isTrue();
            assertThat(c.setInitParameter("a", "2")).isFalse();
            assertThatNullPointerException().isThrownBy(() -> c.setInitParameter(null, "1"));
        });
        assertThat(context.getInitParameter("a")).isEqualTo("1");
        assertThat(context.getInitParameter("b")).isNull();
        assertThatNullPointerException().isThrownBy(() -> context.getInitParameter(null));
        assertThat(Collections.list(context.getInitParameterNames())).containsExactly("a");
        late(() -> context.setInitParameter("b", "1"));
    }

    @Test
    void attributesComeAndGoAndListenersHearOfIt() {
        ServletContext context = starting(c -> c.addListener(new ServletContextAttributeListener() {
            @Override
            public void attributeAdded(ServletContextAttributeEvent event) {
                SEEN.add("added " + event.getValue());
            }

            @Override
            public void attributeRemoved(ServletContextAttributeEvent event) {
                SEEN.add("removed " + event.getValue());
            }

            @Override
            public void attributeReplaced(ServletContextAttributeEvent event) {
                SEEN.add("replaced " + event.getValue());
            }
        }));
        context.setAttribute("a", 1);
        context.setAttribute("a", 2);
        assertThat(context.getAttribute("a")).isEqualTo(2);
        assertThat(Collections.list(context.getAttributeNames())).contains("a", ServletContext.TEMPDIR);
        context.removeAttribute("a");
        assertThat(context.getAttribute("a")).isNull();
        context.setAttribute("a", 3);
        context.setAttribute("a", null);
        assertThat(context.getAttribute("a")).isNull();
        assertThatNullPointerException().isThrownBy(() -> context.setAttribute(null, 1));
        assertThatNullPointerException().isThrownBy(() -> context.getAttribute(null));
        assertThat(SEEN).containsExactly("added 1", "replaced 1", "removed 2", "added 3", "removed 3");
    }

    @Test
    void servletsAreAddedByNameClassAndInstance() throws ServletException {
        ServletContext context = starting(c -> {
            c.addServlet("name", Plain.class.getName()).addMapping("/name");
            c.addServlet("class", Plain.class).addMapping("/class");
            Plain instance = c.createServlet(Plain.class);
            c.addServlet("instance", instance).addMapping("/instance");
            assertThat(c.addServlet("name", Plain.class)).isNull();
            assertThatIllegalArgumentException().isThrownBy(() -> c.addServlet("", Plain.class));
            assertThatIllegalArgumentException().isThrownBy(() -> c.addServlet(null, Plain.class.getName()));
            assertThatExceptionOfType(ServletException.class).isThrownBy(() -> c.createServlet(Impossible.class));
        });
        for (String name : List.of("name", "class", "instance")) {
            assertThat(application.get("/" + name).body()).isEqualTo("plain " + name);
        }
        assertThat(context.getServletRegistration("class").getClassName()).isEqualTo(Plain.class.getName());
        assertThat(context.getServletRegistration("none")).isNull();
        assertThat(context.getServletRegistrations()).containsOnlyKeys("name", "class", "instance");
        late(() -> context.addServlet("x", Plain.class));
        late(() -> context.addServlet("x", Plain.class.getName()));
        late(() -> context.addServlet("x", (Servlet) new Plain()));
    }

    @Test
    void filtersAreAddedByNameClassAndInstance() throws ServletException {
        ServletContext context = starting(c -> {
            c.addFilter("name", Passing.class.getName());
            c.addFilter("class", Passing.class);
            c.addFilter("instance", c.createFilter(Passing.class));
            assertThat(c.addFilter("name", Passing.class)).isNull();
            assertThatIllegalArgumentException().isThrownBy(() -> c.addFilter("", Passing.class));
        });
        assertThat(SEEN).containsExactly("filter name", "filter class", "filter instance");
        assertThat(context.getFilterRegistration("class").getClassName()).isEqualTo(Passing.class.getName());
        assertThat(context.getFilterRegistration("none")).isNull();
        assertThat(context.getFilterRegistrations()).containsOnlyKeys("name", "class", "instance");
        late(() -> context.addFilter("x", Passing.class));
        late(() -> context.addFilter("x", Passing.class.getName()));
        late(() -> context.addFilter("x", (Filter) new Passing()));
    }

    @Test
    void listenersAreAddedByNameClassAndInstance() throws ServletException {
        application.servlet("a", "/a", (request, response) -> {});
        ServletContext context = starting(c -> {
            c.addListener(Heard.class.getName());
            c.addListener(Heard.class);
            c.addListener(c.createListener(Heard.class));
            assertThatIllegalArgumentException().isThrownBy(() -> c.addListener(Unheard.class));
            assertThatIllegalArgumentException().isThrownBy(() -> c.addListener(new Unheard()));
            assertThatIllegalArgumentException().isThrownBy(() -> c.addListener(Unheard.class.getName()));
            assertThatIllegalArgumentException().isThrownBy(() -> c.addListener("no.such.Class"));
            assertThatIllegalArgumentException().isThrownBy(() -> c.createListener(Unheard.class));
        });
        application.get("/a");
        assertThat(SEEN).containsExactly("request", "request", "request");
        late(() -> context.addListener(Heard.class));
        late(() -> context.addListener(new Heard()));
        late(() -> context.addListener(Heard.class.getName()));
    }

    @Test
    void thereAreNoJspFiles() {
        starting(c -> assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> c.addJspFile("x", "/x.jsp")));
        assertThat(started().getJspConfigDescriptor()).isNull();
    }

    @Test
    void sessionTrackingIsChosenBeforeTheStart() {
        ServletContext context = starting(c -> {
            assertThat(c.getDefaultSessionTrackingModes())
                    .containsExactlyInAnyOrder(SessionTrackingMode.COOKIE, SessionTrackingMode.URL);
            assertThat(c.getEffectiveSessionTrackingModes()).isEqualTo(c.getDefaultSessionTrackingModes());
            c.setSessionTrackingModes(EnumSet.of(SessionTrackingMode.URL));
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            c.setSessionTrackingModes(EnumSet.of(SessionTrackingMode.SSL, SessionTrackingMode.COOKIE)));
            assertThat(c.getSessionCookieConfig()).isSameAs(c.getSessionCookieConfig());
        });
        assertThat(context.getEffectiveSessionTrackingModes()).containsExactly(SessionTrackingMode.URL);
        assertThat(context.getDefaultSessionTrackingModes()).hasSize(2);
        late(() -> context.setSessionTrackingModes(Set.of()));
    }

    @Test
    void sessionTimeoutIsInMinutes() {
        ServletContext context = starting(c -> {
            assertThat(c.getSessionTimeout()).isEqualTo(30);
            c.setSessionTimeout(5);
        });
        assertThat(context.getSessionTimeout()).isEqualTo(5);
        late(() -> context.setSessionTimeout(1));
        application.close();
    }

    @Test
    void sessionTimeoutIsThatOfNewSessions() {
        application.builder.initializer(c -> c.setSessionTimeout(5));
        application.probe(FakeExchange.get("/probe/a"), (request, response) -> assertThat(
                        request.getSession().getMaxInactiveInterval())
                .isEqualTo(300));
    }

    @Test
    void loaderIsTheApplications() {
        ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {};
        application.builder.classLoader(loader);
        assertThat(started().getClassLoader()).isSameAs(loader);
    }

    @Test
    void rolesAreDeclaredBeforeTheStart() {
        ServletContext context = starting(c -> {
            c.declareRoles("admin", "user");
            assertThatIllegalArgumentException().isThrownBy(() -> c.declareRoles("user", ""));
        });
        late(() -> context.declareRoles("user"));
    }

    @Test
    void encodingsApplyToRequestsAndResponsesThatSayNothing() {
        application.builder.initializer(c -> {
            assertThat(c.getRequestCharacterEncoding()).isNull();
            assertThat(c.getResponseCharacterEncoding()).isNull();
            c.setRequestCharacterEncoding(StandardCharsets.UTF_16);
            c.setResponseCharacterEncoding(StandardCharsets.UTF_16);
            assertThat(c.getRequestCharacterEncoding()).isEqualTo("UTF-16");
            assertThat(c.getResponseCharacterEncoding()).isEqualTo("UTF-16");
            c.setRequestCharacterEncoding("UTF-8");
            c.setResponseCharacterEncoding("UTF-8");
        });
        application.probe(FakeExchange.get("/probe/a"), (request, response) -> {
            assertThat(request.getCharacterEncoding()).isEqualTo("UTF-8");
            assertThat(response.getCharacterEncoding()).isEqualTo("UTF-8");
        });
        late(() -> started().setRequestCharacterEncoding("UTF-8"));
        late(() -> started().setResponseCharacterEncoding("UTF-8"));
        late(() -> started().setRequestCharacterEncoding(StandardCharsets.UTF_8));
        late(() -> started().setResponseCharacterEncoding(StandardCharsets.UTF_8));
    }
}
