package io.netpoll.boot;

import static io.netpoll.boot.TestServlets.servlet;
import static io.netpoll.boot.TestServlets.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.error.ErrorPage;
import org.springframework.boot.web.server.Http2;
import org.springframework.boot.web.server.MimeMappings;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.WebServerException;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.http.HttpStatus;

/** What a factory's settings mean to the application it serves. */
@ExtendWith(OutputCaptureExtension.class)
class ServletApplicationTest extends AbstractWebServerTest {

    @Test
    void servletIsServedOverHttp() {
        WebServer server = start(text("/hello", "Hello"));
        assertThat(TestHttp.body(server.getPort(), "/hello")).isEqualTo("Hello");
        assertThat(TestHttp.get(server.getPort(), "/nowhere").statusCode()).isEqualTo(404);
    }

    @Test
    void contextPathPrecedesEveryMapping() {
        factory.setContextPath("/say");
        WebServer server = start(text("/hello", "Hello"));
        assertThat(TestHttp.body(server.getPort(), "/say/hello")).isEqualTo("Hello");
        assertThat(TestHttp.get(server.getPort(), "/hello").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"say", "/say/", "/"})
    void pathThatIsNoContextPathIsRefused(String path) {
        assertThatIllegalArgumentException().isThrownBy(() -> factory.setContextPath(path));
    }

    @Test
    void filterSurroundsTheServlet() {
        FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>((request, response, chain) -> {
            response.getWriter().write("[");
            chain.doFilter(request, response);
            response.getWriter().write("]");
        });
        WebServer server = start(text("/hello", "Hello"), filter);
        assertThat(TestHttp.body(server.getPort(), "/hello")).isEqualTo("[Hello]");
    }

    @Test
    void faultyFilterFailsTheStart() {
        FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>(new FaultyFilter());
        assertThatExceptionOfType(WebServerException.class)
                .isThrownBy(() -> start(filter))
                .havingRootCause()
                .withMessage("faulty");
    }

    @Test
    void errorPageAnswersWhateverTheMethodWas() {
        factory.addErrorPages(new ErrorPage("/error"));
        WebServer server = start(
                servlet("/fail", (request, response) -> {
                    throw new ServletException("no");
                }),
                servlet("/error", (request, response) -> response.getWriter()
                        .write(request.getMethod() + " after "
                                + request.getAttribute(RequestDispatcher.ERROR_METHOD))));
        HttpResponse<String> get = TestHttp.get(server.getPort(), "/fail");
        assertThat(get.statusCode()).isEqualTo(500);
        assertThat(get.body()).isEqualTo("GET after GET");
        HttpResponse<String> put = TestHttp.send(server.getPort(), "PUT", "/fail");
        assertThat(put.statusCode()).isEqualTo(500);
        assertThat(put.body()).isEqualTo("GET after PUT");
    }

    @Test
    void errorPageOfAStatusPrecedesTheGlobalOne() {
        factory.addErrorPages(new ErrorPage("/any"), new ErrorPage(HttpStatus.CONFLICT, "/conflict"));
        WebServer server = start(
                servlet(
                        "/status/*",
                        (request, response) -> response.sendError(
                                Integer.parseInt(request.getPathInfo().substring(1)))),
                text("/any", "any"),
                text("/conflict", "conflict"));
        assertThat(TestHttp.get(server.getPort(), "/status/409").body()).isEqualTo("conflict");
        assertThat(TestHttp.get(server.getPort(), "/status/410").body()).isEqualTo("any");
    }

    @Test
    void documentRootIsServedByTheDefaultServlet(@TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("page.xyz"), "page");
        factory.setDocumentRoot(directory.toFile());
        factory.setRegisterDefaultServlet(true);
        factory.addMimeMappings(new MimeMappings(Map.of("xyz", "text/xyz")));
        WebServer server = start();
        HttpResponse<String> response = TestHttp.get(server.getPort(), "/page.xyz");
        assertThat(response.body()).isEqualTo("page");
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/xyz"));
    }

    @Test
    void classesAreNotResources() {
        factory.setRegisterDefaultServlet(true);
        WebServer server = start();
        assertThat(TestHttp.get(server.getPort(), "/org/springframework/boot/SpringApplication.class")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void contextKnowsItsNameTypesParametersAndRoot() throws Exception {
        factory.setDisplayName("shop");
        factory.setInitParameters(Map.of("a", "1"));
        factory.addMimeMappings(new MimeMappings(Map.of("xyz", "text/xyz")));
        ServletContext context = contextOf();
        assertThat(context.getServletContextName()).isEqualTo("shop");
        assertThat(context.getInitParameter("a")).isEqualTo("1");
        assertThat(context.getMimeType("file.xyz")).isEqualTo("text/xyz");
        assertThat(context.getMimeType("file.html")).isEqualTo("text/html");
        assertThat(context.getResource("/")).isNotNull();
        assertThat(context.getMajorVersion()).isEqualTo(6);
    }

    @Test
    void temporaryDirectoryLivesAsLongAsTheApplication() {
        AtomicReference<Object> directory = new AtomicReference<>();
        WebServer server = create(context -> directory.set(context.getAttribute(ServletContext.TEMPDIR)));
        assertThat((java.io.File) directory.get()).isDirectory();
        server.destroy();
        assertThat((java.io.File) directory.get()).doesNotExist();
    }

    @Test
    void localeDecidesTheCharsetWhereItIsMapped() {
        factory.setLocaleCharsetMappings(Map.of(Locale.GERMAN, StandardCharsets.UTF_16));
        WebServer server = start(servlet("/locale/*", (request, response) -> {
            response.setLocale(Locale.of(request.getPathInfo().substring(1)));
            response.setContentType("text/plain");
            response.getWriter().write("x");
        }));
        assertThat(contentType(server, "/locale/de"))
                .hasValueSatisfying(type -> assertThat(type).containsIgnoringCase("charset=utf-16"));
        assertThat(contentType(server, "/locale/it"))
                .hasValueSatisfying(type -> assertThat(type).doesNotContainIgnoringCase("utf-16"));
    }

    @Test
    void typesThatAreSetReplaceThoseThatAreThere() {
        factory.getSettings().setMimeMappings(new MimeMappings(Map.of("xyz", "text/xyz")));
        ServletContext context = contextOf();
        assertThat(context.getMimeType("file.xyz")).isEqualTo("text/xyz");
        assertThat(context.getMimeType("file.html")).isNull();
    }

    @Test
    void servletOfTheApplicationTakesThePlaceOfTheDefaultServlet(@TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("page.txt"), "page");
        factory.setDocumentRoot(directory.toFile());
        factory.setRegisterDefaultServlet(true);
        WebServer server = start(servlet("/", (request, response) -> {
            if (request.getServletPath().equals("/page.txt")) {
                request.getServletContext().getNamedDispatcher("default").forward(request, response);
            } else {
                response.getWriter().write("application");
            }
        }));
        assertThat(TestHttp.body(server.getPort(), "/anything")).isEqualTo("application");
        assertThat(TestHttp.body(server.getPort(), "/page.txt")).isEqualTo("page");
    }

    private static Optional<String> contentType(WebServer server, String path) {
        return TestHttp.get(server.getPort(), path).headers().firstValue("Content-Type");
    }

    @Test
    void serverHeaderIsSentOnceAndOnlyWhenAskedFor() {
        WebServer without = start(text("/hello", "Hello"));
        assertThat(TestHttp.get(without.getPort(), "/hello").headers().allValues("Server"))
                .isEmpty();
        factory.setServerHeader("Shop");
        WebServer with = start(text("/hello", "Hello"));
        assertThat(TestHttp.get(with.getPort(), "/hello").headers().allValues("Server"))
                .containsExactly("Shop");
    }

    @Test
    void initializationAndRequestsSeeTheSameContextClassLoader() {
        List<ClassLoader> seen = new CopyOnWriteArrayList<>();
        WebServer server = start(
                context -> context.addListener(new ServletContextListener() {
                    @Override
                    public void contextInitialized(ServletContextEvent event) {
                        seen.add(Thread.currentThread().getContextClassLoader());
                        seen.add(event.getServletContext().getClassLoader());
                    }
                }),
                new FilterRegistrationBean<>(new LoaderFilter(seen)),
                text("/hello", "Hello"));
        TestHttp.body(server.getPort(), "/hello");
        assertThat(seen).hasSize(4).allSatisfy(loader -> assertThat(loader).isSameAs(seen.getFirst()));
    }

    @Test
    void http2IsIgnoredWithAWarning(CapturedOutput output) {
        Http2 http2 = new Http2();
        http2.setEnabled(true);
        factory.setHttp2(http2);
        WebServer server = start(text("/hello", "Hello"));
        assertThat(TestHttp.body(server.getPort(), "/hello")).isEqualTo("Hello");
        assertThat(output).containsOnlyOnce("'server.http2.enabled' is ignored");
    }

    @Test
    void disabledTlsIsNoTls() {
        Ssl ssl = new Ssl();
        ssl.setEnabled(false);
        factory.setSsl(ssl);
        assertThat(TestHttp.body(start(text("/hello", "Hello")).getPort(), "/hello"))
                .isEqualTo("Hello");
    }

    @Test
    void tlsClientGetsAnOrderlyAnswer() throws Exception {
        WebServer server = start(text("/hello", "Hello"));
        try (Socket plain = TestHttp.connect(server.getPort());
                SSLSocket tls = (SSLSocket) ((SSLSocketFactory) SSLSocketFactory.getDefault())
                        .createSocket(plain, "localhost", server.getPort(), true)) {
            assertThatExceptionOfType(SSLException.class).isThrownBy(tls::startHandshake);
        }
    }

    @Test
    void customizersHaveTheLastWordInTheirOrder() {
        List<String> names = new ArrayList<>();
        factory.addServerCustomizers(options -> options.name("first"), options -> options.name("second"));
        factory.addServerObservers((options, statistics) -> {
            names.add(options.name());
            return () -> {};
        });
        start();
        assertThat(names).containsExactly("second");
    }

    private ServletContext contextOf() {
        AtomicReference<ServletContext> context = new AtomicReference<>();
        create(context::set);
        return context.get();
    }

    private static final class FaultyFilter implements Filter {

        @Override
        public void init(FilterConfig config) throws ServletException {
            throw new ServletException("faulty");
        }

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) {}
    }

    private record LoaderFilter(List<ClassLoader> seen) implements Filter {

        @Override
        public void init(FilterConfig config) {
            seen.add(Thread.currentThread().getContextClassLoader());
        }

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            seen.add(Thread.currentThread().getContextClassLoader());
            chain.doFilter(request, response);
        }
    }
}
