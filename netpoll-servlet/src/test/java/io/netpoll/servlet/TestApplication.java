package io.netpoll.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An application of lambdas, and requests to it. */
final class TestApplication implements AutoCloseable, EngineListener {

    @FunctionalInterface
    interface Action {
        void run(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException;
    }

    @FunctionalInterface
    interface FilterAction {
        void run(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException;
    }

    final Path temp;
    final WebApplication.Builder builder;
    final List<Throwable> failures = new ArrayList<>();
    final List<Throwable> listenerFailures = new ArrayList<>();
    final List<String> rejections = new ArrayList<>();
    private @Nullable WebApplication application;
    private @Nullable Action probe;

    TestApplication() {
        try {
            temp = Files.createTempDirectory("netpoll-servlet-test");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        builder = WebApplication.builder().tempDirectory(temp).events(this);
    }

    @Override
    public void servletFailed(String servletName, Throwable failure) {
        failures.add(failure);
    }

    @Override
    public void requestRejected(String servletName, int status, Throwable failure) {
        failures.add(failure);
        rejections.add(String.valueOf(status));
    }

    @Override
    public void listenerFailed(Throwable failure) {
        listenerFailures.add(failure);
    }

    @Override
    public void pathRejected(io.netpoll.servlet.path.PathRule rule) {
        rejections.add(rule.name());
    }

    static final class ActionServlet extends HttpServlet {
        private static final long serialVersionUID = 1L;
        private final transient Action action;

        ActionServlet(Action action) {
            this.action = action;
        }

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            action.run(request, response);
        }
    }

    TestApplication servlet(String name, String pattern, Action action) {
        return servlet(name, action, registration -> registration.addMapping(pattern));
    }

    TestApplication servlet(String name, Action action, Consumer<ServletRegistration.Dynamic> more) {
        builder.initializer(context -> {
            ServletRegistration.Dynamic registration = context.addServlet(name, new ActionServlet(action));
            registration.setAsyncSupported(true);
            more.accept(registration);
        });
        return this;
    }

    /**
     * Runs assertions in a servlet, at any path below {@code /probe} and with a multipart configuration; what they throw
     * comes out of here. The first call must come before the application is started.
     */
    FakeExchange probe(FakeExchange.Builder request, Action checks) {
        if (probe == null) {
            multipart(
                    "probe",
                    "/probe/*",
                    new MultipartConfigElement(temp.toString()),
                    (req, res) -> Objects.requireNonNull(probe).run(req, res));
        }
        probe = checks;
        FakeExchange exchange = send(request);
        if (!failures.isEmpty()) {
            throw new AssertionError("The probe has failed", failures.getFirst());
        }
        return exchange;
    }

    TestApplication multipart(String name, String pattern, MultipartConfigElement config, Action action) {
        return servlet(name, action, registration -> {
            registration.addMapping(pattern);
            registration.setMultipartConfig(config);
        });
    }

    TestApplication filter(String name, String pattern, FilterAction action, DispatcherType... types) {
        builder.initializer(context -> {
            Filter filter = (request, response, chain) ->
                    action.run((HttpServletRequest) request, (HttpServletResponse) response, chain);
            FilterRegistration.Dynamic registration = context.addFilter(name, filter);
            registration.setAsyncSupported(true);
            EnumSet<DispatcherType> set = EnumSet.noneOf(DispatcherType.class);
            set.addAll(List.of(types));
            registration.addMappingForUrlPatterns(set, false, pattern);
        });
        return this;
    }

    WebApplication started() {
        WebApplication started = application;
        if (started == null) {
            started = builder.build();
            application = started;
            try {
                started.initialize();
            } catch (ServletException e) {
                throw new AssertionError(e);
            }
        }
        return started;
    }

    /** Sends a request and runs what its tasks lead to. */
    FakeExchange send(FakeExchange.Builder request) {
        FakeExchange exchange = request.build();
        return send(exchange);
    }

    FakeExchange send(FakeExchange exchange) {
        try {
            started().handler().handle(exchange);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        exchange.runTasks();
        return exchange;
    }

    FakeExchange get(String target) {
        return send(FakeExchange.get(target));
    }

    @Override
    public void close() {
        if (application != null) {
            application.close();
        }
        if (!Files.exists(temp)) {
            return;
        }
        try (Stream<Path> files = Files.walk(temp)) {
            files.sorted(java.util.Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
