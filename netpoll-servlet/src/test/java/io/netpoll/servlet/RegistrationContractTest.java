package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.GenericServlet;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Registration;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the registrations of servlets and filters promise, and the configurations that come of them. */
class RegistrationContractTest {

    private final TestApplication application = new TestApplication();
    private final List<String> seen = new ArrayList<>();

    @AfterEach
    void close() {
        application.close();
    }

    private final class Recording extends GenericServlet {
        private static final long serialVersionUID = 1L;

        @Override
        public void init() {
            seen.add("init " + getServletName());
        }

        @Override
        public void service(ServletRequest request, ServletResponse response) throws IOException {
            response.getWriter().write(getServletName());
        }
    }

    private final class Naming extends HttpFilter {
        private static final long serialVersionUID = 1L;

        @Override
        public void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            response.getWriter().write(getFilterName() + " ");
            chain.doFilter(request, response);
        }
    }

    private static void parameters(Registration registration) {
        assertThat(registration.setInitParameter("a", "1")).isTrue();
        assertThat(registration.setInitParameter("a", "2")).isFalse();
        assertThat(registration.getInitParameter("a")).isEqualTo("1");
        assertThat(registration.getInitParameter("b")).isNull();
        assertThatIllegalArgumentException().isThrownBy(() -> registration.setInitParameter(null, "1"));
        assertThatIllegalArgumentException().isThrownBy(() -> registration.setInitParameter("c", null));
        assertThat(registration.setInitParameters(Map.of("a", "3", "b", "2"))).containsExactly("a");
        assertThat(registration.getInitParameters()).isEqualTo(Map.of("a", "1"));
        assertThat(registration.setInitParameters(Map.of("b", "2"))).isEmpty();
        assertThat(registration.getInitParameters()).isEqualTo(Map.of("a", "1", "b", "2"));
    }

    private static void parametersAreClosed(Registration registration) {
        assertThatIllegalStateException().isThrownBy(() -> registration.setInitParameter("d", "1"));
        assertThatIllegalStateException().isThrownBy(() -> registration.setInitParameters(Map.of("d", "1")));
    }

    @Test
    void registrationsHaveNamesClassesAndParameters() {
        application.builder.initializer(context -> {
            ServletRegistration.Dynamic servlet = context.addServlet("s", new Recording());
            assertThat(servlet.getName()).isEqualTo("s");
            assertThat(servlet.getClassName()).isEqualTo(Recording.class.getName());
            parameters(servlet);
            FilterRegistration.Dynamic filter = context.addFilter("f", new Naming());
            assertThat(filter.getName()).isEqualTo("f");
            assertThat(filter.getClassName()).isEqualTo(Naming.class.getName());
            parameters(filter);
        });
        var context = application.started().servletContext();
        parametersAreClosed(context.getServletRegistration("s"));
        parametersAreClosed(context.getFilterRegistration("f"));
    }

    @Test
    void patternsAreMappedAllOrNone() {
        application.builder.initializer(context -> {
            ServletRegistration.Dynamic one = context.addServlet("one", new Recording());
            assertThat(one.addMapping("/a", "/b")).isEmpty();
            ServletRegistration.Dynamic two = context.addServlet("two", new Recording());
            assertThat(two.addMapping("/b", "/c")).containsExactly("/b");
            assertThat(two.getMappings()).isEmpty();
            assertThat(two.addMapping("/c")).isEmpty();
            assertThat(one.getMappings()).containsExactly("/a", "/b");
            assertThatIllegalArgumentException().isThrownBy(two::addMapping);
            assertThatIllegalArgumentException().isThrownBy(() -> two.addMapping((String[]) null));
        });
        assertThat(application.get("/b").body()).isEqualTo("one");
        assertThat(application.get("/c").body()).isEqualTo("two");
        var registration = application.started().servletContext().getServletRegistration("one");
        assertThatIllegalStateException().isThrownBy(() -> registration.addMapping("/x"));
    }

    @Test
    void servletsAreLoadedInTheirOrder() throws ServletException {
        application.builder.initializer(context -> {
            context.addServlet("never", new Recording());
            context.addServlet("late", new Recording()).setLoadOnStartup(7);
            context.addServlet("early", new Recording()).setLoadOnStartup(0);
            context.addServlet("later", new Recording()).setLoadOnStartup(7);
        });
        application.started().loadOnStartup();
        assertThat(seen).containsExactly("init early", "init late", "init later");
    }

    @Test
    void roleIsKeptThoughNobodyHasOne() {
        application.builder.initializer(context -> {
            ServletRegistration.Dynamic servlet = context.addServlet("s", new Recording());
            assertThat(servlet.getRunAsRole()).isNull();
            servlet.setRunAsRole("admin");
            assertThat(servlet.getRunAsRole()).isEqualTo("admin");
        });
        application.started();
    }

    @Test
    void constraintsAreRefusedForNothingWouldEnforceThem() {
        application.builder.initializer(context -> {
            ServletRegistration.Dynamic servlet = context.addServlet("s", new Recording());
            assertThatExceptionOfType(UnsupportedOperationException.class)
                    .isThrownBy(() -> servlet.setServletSecurity(new ServletSecurityElement()));
        });
        application.started();
    }

    @Test
    void multipartConfigurationMakesPartsReadable() {
        String content = "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--x--\r\n";
        application.servlet(
                "with",
                (request, response) ->
                        response.getWriter().write(request.getPart("a").getName()),
                registration -> {
                    registration.addMapping("/with");
                    registration.setMultipartConfig(new MultipartConfigElement(""));
                });
        application.servlet("without", "/without", (request, response) -> assertThatIllegalStateException()
                .isThrownBy(() -> request.getPart("a")));
        assertThat(application
                        .send(FakeExchange.request("POST", "/with").body("multipart/form-data; boundary=x", content))
                        .body())
                .isEqualTo("a");
        application.send(FakeExchange.request("POST", "/without").body("multipart/form-data; boundary=x", content));
        assertThat(application.failures).isEmpty();
    }

    @Test
    void everySetterEndsWithTheStart() {
        application.builder.initializer(context -> context.addServlet("s", new Recording()));
        ServletRegistration.Dynamic servlet = (ServletRegistration.Dynamic)
                application.started().servletContext().getServletRegistration("s");
        assertThatIllegalStateException().isThrownBy(() -> servlet.setLoadOnStartup(1));
        assertThatIllegalStateException().isThrownBy(() -> servlet.setRunAsRole("x"));
        assertThatIllegalStateException().isThrownBy(() -> servlet.setMultipartConfig(new MultipartConfigElement("")));
        assertThatIllegalStateException().isThrownBy(() -> servlet.setAsyncSupported(true));
    }

    @Test
    void asynchronousOperationHasToBeSupportedByFilterAndServlet() {
        application.servlet(
                "a", "/a", (request, response) -> response.getWriter().print(request.isAsyncSupported()));
        application.servlet(
                "b", (request, response) -> response.getWriter().print(request.isAsyncSupported()), registration -> {
                    registration.addMapping("/b");
                    registration.setAsyncSupported(false);
                });
        application.builder.initializer(context -> {
            FilterRegistration.Dynamic filter = context.addFilter("f", new Naming());
            filter.setAsyncSupported(false);
            filter.addMappingForUrlPatterns(null, false, "/a");
        });
        assertThat(application.get("/a").body()).isEqualTo("f false");
        assertThat(application.get("/b").body()).isEqualTo("false");
    }

    @Test
    void filtersAreMappedByPatternAndByName() {
        application.builder.initializer(context -> {
            context.addServlet("s", new Recording()).addMapping("/s");
            FilterRegistration.Dynamic named = context.addFilter("named", new Naming());
            named.addMappingForServletNames(null, false, "s");
            FilterRegistration.Dynamic after = context.addFilter("after", new Naming());
            after.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/s");
            FilterRegistration.Dynamic before = context.addFilter("before", new Naming());
            before.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/s", "/t");
            FilterRegistration.Dynamic elsewhere = context.addFilter("elsewhere", new Naming());
            elsewhere.addMappingForUrlPatterns(EnumSet.of(DispatcherType.FORWARD), false, "/*");
            assertThat(before.getUrlPatternMappings()).containsExactly("/s", "/t");
            assertThat(before.getServletNameMappings()).isEmpty();
            assertThat(named.getServletNameMappings()).containsExactly("s");
            assertThat(named.getUrlPatternMappings()).isEmpty();
            assertThatIllegalArgumentException().isThrownBy(() -> before.addMappingForUrlPatterns(null, false));
            assertThatIllegalArgumentException().isThrownBy(() -> before.addMappingForServletNames(null, false));
        });
        assertThat(application.get("/s").body()).isEqualTo("before after named s");
        FilterRegistration filter = application.started().servletContext().getFilterRegistration("before");
        assertThatIllegalStateException().isThrownBy(() -> filter.addMappingForUrlPatterns(null, false, "/x"));
        assertThatIllegalStateException().isThrownBy(() -> filter.addMappingForServletNames(null, false, "x"));
    }

    @Test
    void servletFindsItsConfiguration() throws ServletException {
        List<String> told = new ArrayList<>();
        application.builder.initializer(context -> {
            var servlet = context.addServlet("s", new GenericServlet() {
                private static final long serialVersionUID = 1L;

                @Override
                public void init() {
                    var config = getServletConfig();
                    told.add(config.getServletName());
                    told.add(config.getInitParameter("a"));
                    told.add(String.valueOf(config.getInitParameter("none")));
                    told.add(Collections.list(config.getInitParameterNames()).toString());
                    told.add(String.valueOf(config.getServletContext() == context));
                }

                @Override
                public void service(ServletRequest request, ServletResponse response) {
                    throw new AssertionError();
                }
            });
            servlet.setInitParameter("a", "1");
            servlet.setLoadOnStartup(1);
        });
        application.started().loadOnStartup();
        assertThat(told).containsExactly("s", "1", "null", "[a]", "true");
    }

    @Test
    void filterFindsItsConfiguration() {
        List<String> told = new ArrayList<>();
        application.builder.initializer(context -> context.addFilter("f", new HttpFilter() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public void init(FilterConfig config) {
                        told.add(config.getFilterName());
                        told.add(config.getInitParameter("a"));
                        told.add(String.valueOf(config.getInitParameter("none")));
                        told.add(
                                Collections.list(config.getInitParameterNames()).toString());
                        told.add(String.valueOf(config.getServletContext() == context));
                    }
                })
                .setInitParameter("a", "1"));
        application.started();
        assertThat(told).containsExactly("f", "1", "null", "[a]", "true");
    }

    @Test
    void chainEndsWithTheServletUnlessAFilterKeepsTheRequest() {
        application.servlet(
                "a", "/a", (request, response) -> response.getWriter().write("servlet"));
        application.filter("first", "/a", (request, response, chain) -> {
            response.getWriter().write("1 ");
            chain.doFilter(request, response);
            response.getWriter().write(" 1");
        });
        application.filter("second", "/a", (request, response, chain) -> {
            if (request.getParameter("keep") == null) {
                response.getWriter().write("2 ");
                chain.doFilter(request, response);
                response.getWriter().write(" 2");
            }
        });
        assertThat(application.get("/a").body()).isEqualTo("1 2 servlet 2 1");
        assertThat(application.get("/a?keep").body()).isEqualTo("1  1");
    }
}
