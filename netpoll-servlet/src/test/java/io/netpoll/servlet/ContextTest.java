package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextAttributeEvent;
import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ContextTest {

    static final List<String> SEEN = new ArrayList<>();

    private final TestApplication application = new TestApplication();

    @AfterEach
    void close() {
        application.close();
        SEEN.clear();
    }

    /** Made by its name. */
    public static final class NamedListener implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            SEEN.add("named initialized");
        }

        @Override
        public void contextDestroyed(ServletContextEvent event) {
            SEEN.add("named destroyed");
        }
    }

    private static final class LoudServlet extends HttpServlet {
        private static final long serialVersionUID = 1L;
        private final String name;

        LoudServlet(String name) {
            this.name = name;
        }

        @Override
        public void init() {
            SEEN.add("init " + name);
        }

        @Override
        public void destroy() {
            SEEN.add("destroy " + name);
        }
    }

    @Test
    void lifeRunsInTheOrderOfTheSpecification() throws ServletException {
        application.builder.listenerClassName(NamedListener.class.getName());
        application.builder.initializer(context -> {
            SEEN.add("initializer");
            context.addListener(new ServletContextListener() {
                @Override
                public void contextInitialized(ServletContextEvent event) {
                    SEEN.add("second initialized");
                }

                @Override
                public void contextDestroyed(ServletContextEvent event) {
                    SEEN.add("second destroyed");
                }
            });
            context.addFilter("f", new Filter() {
                @Override
                public void init(FilterConfig config) {
                    SEEN.add("init filter " + config.getFilterName());
                }

                @Override
                public void doFilter(
                        jakarta.servlet.ServletRequest request,
                        jakarta.servlet.ServletResponse response,
                        jakarta.servlet.FilterChain chain) {}

                @Override
                public void destroy() {
                    SEEN.add("destroy filter");
                }
            });
            context.addServlet("late", new LoudServlet("late")).setLoadOnStartup(2);
            context.addServlet("early", new LoudServlet("early")).setLoadOnStartup(1);
            context.addServlet("lazy", new LoudServlet("lazy")).addMapping("/lazy");
        });
        WebApplication started = application.started();
        SEEN.add("started");
        started.loadOnStartup();
        started.close();
        started.close();
        assertThat(SEEN)
                .containsExactly(
                        "initializer",
                        "named initialized",
                        "second initialized",
                        "init filter f",
                        "started",
                        "init early",
                        "init late",
                        "destroy late",
                        "destroy early",
                        "destroy filter",
                        "second destroyed",
                        "named destroyed");
    }

    @Test
    void failuresOfTheStartComeOut() {
        try (TestApplication failing = new TestApplication()) {
            failing.builder.initializer(context -> {
                throw new ServletException("initializer");
            });
            assertThatExceptionOfType(AssertionError.class).isThrownBy(failing::started);
        }
        application.builder.initializer(context -> context.addListener(new ServletContextListener() {
            @Override
            public void contextInitialized(ServletContextEvent event) {
                throw new IllegalStateException("listener");
            }
        }));
        assertThatIllegalStateException().isThrownBy(application::started).withMessage("listener");
    }

    @Test
    void listenerThatIsRegisteredByProgramCannotConfigure() {
        application.builder.initializer(context -> context.addListener(new ServletContextListener() {
            @Override
            public void contextInitialized(ServletContextEvent event) {
                ServletContext restricted = event.getServletContext();
                assertThatExceptionOfType(UnsupportedOperationException.class)
                        .isThrownBy(() -> restricted.addServlet("x", LoudServlet.class))
                        .withMessageContaining("addServlet");
                restricted.setAttribute("from", "listener");
            }
        }));
        assertThat(application.started().servletContext().getAttribute("from")).isEqualTo("listener");
    }

    @Test
    void registrationsEndWithTheStart() {
        application.builder.initializer(context -> {
            var registration = context.addServlet("a", LoudServlet.class);
            assertThat(registration).isNotNull();
            assertThat(registration.addMapping("/a", "/b")).isEmpty();
            assertThat(registration.getMappings()).containsExactly("/a", "/b");
            assertThat(registration.getClassName()).isEqualTo(LoudServlet.class.getName());
            assertThat(registration.setInitParameter("k", "v")).isTrue();
            assertThat(registration.setInitParameter("k", "w")).isFalse();
            assertThat(registration.setInitParameters(Map.of("k", "x", "l", "y")))
                    .containsExactly("k");
            assertThat(registration.getInitParameters()).isEqualTo(Map.of("k", "v"));
            assertThat(context.addServlet("a", LoudServlet.class)).isNull();
            assertThat(context.addServlet("c", LoudServlet.class).addMapping("/c", "/b"))
                    .containsExactly("/b");
            assertThat(context.getServletRegistration("c").getMappings()).isEmpty();
            assertThatIllegalArgumentException().isThrownBy(() -> context.addServlet("", LoudServlet.class));
            assertThatIllegalArgumentException().isThrownBy(() -> registration.addMapping("no slash"));
            assertThatIllegalArgumentException().isThrownBy(() -> context.addListener(String.class.getName()));
        });
        ServletContext context = application.started().servletContext();
        assertThat(context.getServletRegistrations()).containsOnlyKeys("a", "c");
        assertThatIllegalStateException().isThrownBy(() -> context.addServlet("x", new LoudServlet("x")));
        assertThatIllegalStateException().isThrownBy(() -> context.addFilter("x", Filter.class));
        assertThatIllegalStateException().isThrownBy(() -> context.setInitParameter("x", "y"));
        assertThatIllegalStateException().isThrownBy(() -> context.setSessionTimeout(1));
        assertThatIllegalStateException()
                .isThrownBy(() -> context.getSessionCookieConfig().setName("x"));
    }

    @Test
    void attributesAreToldToListeners() {
        application.builder.initializer(context -> {
            context.addListener(new ServletContextAttributeListener() {
                @Override
                public void attributeAdded(ServletContextAttributeEvent event) {
                    SEEN.add("added " + event.getValue());
                }

                @Override
                public void attributeReplaced(ServletContextAttributeEvent event) {
                    SEEN.add("replaced " + event.getValue());
                }

                @Override
                public void attributeRemoved(ServletContextAttributeEvent event) {
                    SEEN.add("removed " + event.getValue());
                }
            });
            context.setAttribute("a", 1);
            context.setAttribute("a", 2);
            context.setAttribute("a", null);
        });
        ServletContext context = application.started().servletContext();
        assertThat(SEEN).containsExactly("added 1", "replaced 1", "removed 2");
        assertThat((File) context.getAttribute(ServletContext.TEMPDIR)).isDirectory();
    }

    @Test
    void factsOfTheContext() throws IOException {
        Path root = Files.createDirectories(application.temp.resolve("root"));
        Files.writeString(Files.createDirectories(root.resolve("sub")).resolve("a b.txt"), "text");
        application
                .builder
                .documentRoot(root)
                .displayName("name")
                .mimeTypes(extension -> "txt".equals(extension) ? "text/plain" : null);
        ServletContext context = application.started().servletContext();
        assertThat(context.getMajorVersion()).isEqualTo(6);
        assertThat(context.getMinorVersion()).isEqualTo(1);
        assertThat(context.getServletContextName()).isEqualTo("name");
        assertThat(context.getMimeType("/x/a.txt")).isEqualTo("text/plain");
        assertThat(context.getMimeType("/x.txt/a")).isNull();
        assertThat(context.getResource("/")).isNotNull();
        assertThat(context.getResource("/sub/a b.txt")).isNotNull();
        assertThat(context.getResource("/sub/../sub/a b.txt")).isNotNull();
        assertThat(context.getResource("/none")).isNull();
        assertThat(context.getResource("/../root/sub/a b.txt")).isNull();
        assertThat(context.getResourceAsStream("/sub/a b.txt")).hasContent("text");
        assertThat(context.getResourcePaths("/")).isEqualTo(Set.of("/sub/"));
        assertThat(context.getResourcePaths("/sub")).isEqualTo(Set.of("/sub/a b.txt"));
        assertThat(context.getRealPath("sub")).isEqualTo(root.resolve("sub").toString());
        assertThat(context.getNamedDispatcher("none")).isNull();
        assertThat(context.getRequestDispatcher("relative")).isNull();
        assertThat(context.getRequestDispatcher("/a/%2e%2e/b")).isNull();
    }

    @Test
    void unavailableServletIsRefused() {
        application.servlet("permanent", "/p", (request, response) -> {
            throw new UnavailableException("for ever");
        });
        application.servlet("soon", "/s", (request, response) -> {
            throw new UnavailableException("soon", 30);
        });
        for (int i = 0; i < 2; i++) {
            assertThat(application.get("/p").status()).isEqualTo(404);
            FakeExchange soon = application.get("/s");
            assertThat(soon.status()).isEqualTo(503);
            assertThat(soon.header("Retry-After")).isEqualTo("30");
        }
    }

    private void listeners(String name, List<String> seen) {
        application.builder.initializer(context -> {
            context.addListener(new ServletRequestListener() {
                @Override
                public void requestInitialized(ServletRequestEvent event) {
                    seen.add(name + " request");
                }

                @Override
                public void requestDestroyed(ServletRequestEvent event) {
                    seen.add(name + " request over");
                }
            });
            context.addListener(new HttpSessionListener() {
                @Override
                public void sessionCreated(HttpSessionEvent event) {
                    seen.add(name + " session");
                }

                @Override
                public void sessionDestroyed(HttpSessionEvent event) {
                    seen.add(name + " session over");
                }
            });
        });
    }

    /** §8.2.3: the end is told in the reverse order. */
    @Test
    void listenersHearOfTheEndInReverse() {
        List<String> seen = new ArrayList<>();
        listeners("1", seen);
        listeners("2", seen);
        application.servlet(
                "a", "/a", (request, response) -> request.getSession().invalidate());
        application.get("/a");
        assertThat(seen)
                .containsExactly(
                        "1 request",
                        "2 request",
                        "1 session",
                        "2 session",
                        "2 session over",
                        "1 session over",
                        "2 request over",
                        "1 request over");
    }

    /** §2.3.3.2: what is unavailable for ever is taken out of service at once, what is for a while is not. */
    @Test
    void servletThatIsUnavailableForEverIsDestroyed() {
        List<String> destroyed = new ArrayList<>();
        for (boolean forEver : new boolean[] {true, false}) {
            application.builder.initializer(context -> context.addServlet("forEver " + forEver, new HttpServlet() {
                        private static final long serialVersionUID = 1L;

                        @Override
                        protected void service(HttpServletRequest request, HttpServletResponse response)
                                throws ServletException {
                            throw forEver ? new UnavailableException("gone") : new UnavailableException("soon", 30);
                        }

                        @Override
                        public void destroy() {
                            destroyed.add(getServletName());
                        }
                    })
                    .addMapping("/" + forEver));
        }
        assertThat(application.get("/true").status()).isEqualTo(404);
        assertThat(application.get("/false").status()).isEqualTo(503);
        assertThat(destroyed).containsExactly("forEver true");
        application.close();
        assertThat(destroyed).containsExactly("forEver true", "forEver false");
    }

    @Test
    void threadsRunWithTheApplicationsLoader() {
        ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {};
        application.builder.classLoader(loader);
        ClassLoader outer = Thread.currentThread().getContextClassLoader();
        application.builder.initializer(context ->
                assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(loader));
        application.servlet(
                "a",
                new TestApplication.Action() {
                    @Override
                    public void run(HttpServletRequest request, HttpServletResponse response) {
                        assertThat(Thread.currentThread().getContextClassLoader())
                                .isSameAs(loader);
                    }
                },
                registration -> registration.addMapping("/a"));
        assertThat(application.get("/a").status()).isEqualTo(200);
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(outer);
        assertThat(application.started().servletContext().getClassLoader()).isSameAs(loader);
    }
}
