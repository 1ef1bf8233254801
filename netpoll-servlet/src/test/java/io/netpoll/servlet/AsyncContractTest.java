package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an asynchronous context promises, method by method; {@link AsyncTest} has the interleavings. */
class AsyncContractTest {

    private final TestApplication application = new TestApplication();
    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    @SuppressWarnings("NullAway.Init") // by the servlet of each test
    private AsyncContext context;

    @AfterEach
    void close() {
        application.close();
    }

    /** A listener that a context can make. */
    public static class Silent implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) throws IOException {}

        @Override
        public void onTimeout(AsyncEvent event) throws IOException {}

        @Override
        public void onError(AsyncEvent event) throws IOException {}

        @Override
        public void onStartAsync(AsyncEvent event) throws IOException {}
    }

    /** A listener that cannot be made. */
    public static final class Impossible extends Silent {
        Impossible(String needed) {
            throw new AssertionError(needed);
        }
    }

    private FakeExchange started(java.util.function.Consumer<AsyncContext> checks) {
        return application.probe(FakeExchange.get("/probe"), (request, response) -> {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                response.getWriter().write("dispatched " + request.getPathInfo());
                return;
            }
            context = request.startAsync();
            checks.accept(context);
        });
    }

    @Test
    void requestKnowsWhetherItIsAsynchronous() {
        application.probe(FakeExchange.get("/probe"), (request, response) -> {
            assertThat(request.isAsyncSupported()).isTrue();
            assertThat(request.isAsyncStarted()).isFalse();
            assertThatIllegalStateException().isThrownBy(request::getAsyncContext);
            context = request.startAsync();
            assertThat(request.isAsyncStarted()).isTrue();
            assertThat(request.getAsyncContext()).isSameAs(context);
            assertThatIllegalStateException().isThrownBy(request::startAsync);
            assertThatIllegalStateException().isThrownBy(() -> request.startAsync(request, response));
            context.complete();
        });
    }

    @Test
    void contextHasTheRequestAndResponseItWasGiven() {
        application.probe(FakeExchange.get("/probe"), (request, response) -> {
            context = request.startAsync();
            assertThat(context.getRequest()).isSameAs(request);
            assertThat(context.getResponse()).isSameAs(response);
            assertThat(context.hasOriginalRequestAndResponse()).isTrue();
            context.complete();
            assertThatIllegalStateException().isThrownBy(context::getRequest);
            assertThatIllegalStateException().isThrownBy(context::getResponse);
        });
        application.probe(FakeExchange.get("/probe"), (request, response) -> {
            var wrapped = new HttpServletRequestWrapper(request);
            var wrapper = new HttpServletResponseWrapper(response);
            context = request.startAsync(wrapped, wrapper);
            assertThat(context.getRequest()).isSameAs(wrapped);
            assertThat(context.getResponse()).isSameAs(wrapper);
            assertThat(context.hasOriginalRequestAndResponse()).isFalse();
            context.complete();
        });
    }

    @Test
    void completeEndsTheRequestOnce() {
        FakeExchange exchange = started(started -> {});
        assertThat(exchange.completed).isFalse();
        context.complete();
        exchange.runTasks();
        assertThat(exchange.completed).isTrue();
        assertThatIllegalStateException().isThrownBy(context::complete);
    }

    @Test
    void dispatchGoesToTheOriginalPathOrToAnother() {
        FakeExchange original = started(started -> {});
        context.dispatch();
        original.runTasks();
        assertThat(original.body()).isEqualTo("dispatched null");
        FakeExchange path = started(started -> {});
        context.dispatch("/probe/x");
        assertThatIllegalStateException().isThrownBy(() -> context.dispatch("/probe/y"));
        path.runTasks();
        assertThat(path.body()).isEqualTo("dispatched /x");
        FakeExchange other = started(started -> {});
        ServletContext own = application.started().servletContext();
        ServletContext foreign = (ServletContext) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ServletContext.class}, (_, _, _) -> null);
        assertThatIllegalArgumentException().isThrownBy(() -> context.dispatch(foreign, "/probe/z"));
        context.dispatch(own, "/probe/z");
        other.runTasks();
        assertThat(other.body()).isEqualTo("dispatched /z");
    }

    @Test
    void taskRunsWithTheApplicationsLoader() {
        FakeExchange exchange = started(started -> started.start(() -> {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            seen.add("run "
                    + loader.equals(application.started().servletContext().getClassLoader()));
            started.complete();
        }));
        await().until(() -> seen.equals(List.of("run true")));
        await().until(() -> {
            exchange.runTasks();
            return exchange.sink.finished;
        });
    }

    /** Javadoc of startAsync: the context is the same, and as new. */
    @Test
    void anotherCycleHasTheTimeoutOfTheFirst() {
        application.probe(FakeExchange.get("/probe"), (request, response) -> {
            if (seen.isEmpty()) {
                AsyncContext first = request.startAsync();
                first.setTimeout(5);
                first.dispatch();
                seen.add("dispatched");
            } else {
                AsyncContext second = request.startAsync();
                assertThat(second.getTimeout()).isEqualTo(30_000);
                second.complete();
            }
        });
        assertThat(seen).containsExactly("dispatched");
    }

    @Test
    void timeoutCanBeSetUntilTheCallReturns() {
        started(started -> {
            assertThat(started.getTimeout()).isEqualTo(30_000);
            started.setTimeout(5);
            assertThat(started.getTimeout()).isEqualTo(5);
        });
        assertThatIllegalStateException().isThrownBy(() -> context.setTimeout(1));
        FakeExchange never = started(started -> started.setTimeout(0));
        assertThat(never.timers).isEmpty();
    }

    @Test
    void listenersAreMadeAndAddedUntilTheCallReturns() throws ServletException {
        FakeExchange exchange = application.probe(FakeExchange.get("/probe"), (request, response) -> {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                context = request.startAsync();
                return;
            }
            context = request.startAsync();
            assertThat(context.createListener(Silent.class)).isInstanceOf(Silent.class);
            assertThatExceptionOfType(ServletException.class)
                    .isThrownBy(() -> context.createListener(Impossible.class));
            context.addListener(new Silent() {
                @Override
                public void onStartAsync(AsyncEvent event) {
                    seen.add("start " + event.getSuppliedRequest());
                    event.getAsyncContext().addListener(this, request, response);
                }

                @Override
                public void onTimeout(AsyncEvent event) {
                    seen.add("timeout " + request.equals(event.getSuppliedRequest())
                            + response.equals(event.getSuppliedResponse()));
                }

                @Override
                public void onComplete(AsyncEvent event) {
                    seen.add("complete");
                }
            });
        });
        assertThatIllegalStateException().isThrownBy(() -> context.addListener(new Silent()));
        context.dispatch();
        exchange.runTasks();
        exchange.fireTimers();
        assertThat(seen).containsExactly("start null", "timeout truetrue", "complete");
    }

    @Test
    void listenerHearsOfAnErrorAndMayAnswerIt() {
        FakeExchange exchange = started(started -> {
            started.addListener(new Silent() {
                @Override
                public void onError(AsyncEvent event) throws IOException {
                    seen.add(String.valueOf(event.getThrowable().getMessage()));
                    event.getAsyncContext().getResponse().getWriter().write("answered");
                    event.getAsyncContext().complete();
                }
            });
            started.setTimeout(0);
        });
        exchange.gone();
        assertThat(seen).containsExactly("Connection reset by peer");
        assertThat(exchange.ended).isTrue();
    }
}
