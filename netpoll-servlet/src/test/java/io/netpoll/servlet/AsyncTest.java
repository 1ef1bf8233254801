package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AsyncTest {

    private final TestApplication application = new TestApplication();
    private final List<String> seen = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // by the servlet of each test
    private AsyncContext context;

    @AfterEach
    void close() {
        application.close();
    }

    private class Recorder implements AsyncListener {

        @Override
        public void onComplete(AsyncEvent event) throws IOException {
            seen.add("complete");
        }

        @Override
        public void onTimeout(AsyncEvent event) throws IOException {
            seen.add("timeout");
        }

        @Override
        public void onError(AsyncEvent event) throws IOException {
            seen.add("error " + event.getThrowable().getMessage());
        }

        @Override
        public void onStartAsync(AsyncEvent event) throws IOException {
            seen.add("start");
        }
    }

    private void start(HttpServletRequest request, HttpServletResponse response) {
        context = request.startAsync();
        context.addListener(new Recorder());
    }

    @Test
    void completeByTheApplicationEndsTheRequest() {
        application.servlet("a", "/a", (request, response) -> {
            start(request, response);
            response.getWriter().write("one ");
        });
        FakeExchange exchange = application.get("/a");
        assertThat(exchange.listener).isNotNull();
        assertThat(exchange.sink.isCommitted()).isFalse();
        assertThat(exchange.timers).hasSize(1);
        assertThat(exchange.timers.getFirst().delay).hasSeconds(30);
        write(context, "two");
        context.complete();
        assertThat(exchange.timers.getFirst().cancelled).isTrue();
        exchange.runTasks();
        assertThat(exchange.body()).isEqualTo("one two");
        assertThat(exchange.completed).isTrue();
        assertThat(seen).containsExactly("complete");
        assertThatIllegalStateException().isThrownBy(context::complete);
        assertThatIllegalStateException().isThrownBy(context::dispatch);
    }

    private static void write(AsyncContext context, String text) {
        try {
            context.getResponse().getWriter().write(text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void completeBeforeTheCallReturnsTakesEffectAfterIt() {
        application.servlet("a", "/a", (request, response) -> {
            start(request, response);
            context.complete();
            seen.add("started " + request.isAsyncStarted());
            response.getWriter().write("still writing");
        });
        FakeExchange exchange = application.get("/a");
        assertThat(exchange.listener).isNull();
        assertThat(exchange.body()).isEqualTo("still writing");
        assertThat(seen).containsExactly("started true", "complete");
    }

    @Test
    void dispatchComesBackWithTheAsyncType() {
        application.servlet("a", "/a", (request, response) -> {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                response.getWriter().write("again " + request.getRequestURI() + request.isAsyncStarted());
            } else {
                start(request, response);
            }
        });
        FakeExchange exchange = application.get("/a");
        context.dispatch();
        assertThatIllegalStateException().isThrownBy(context::getRequest);
        assertThatIllegalStateException().isThrownBy(context::dispatch);
        exchange.runTasks();
        assertThat(exchange.body()).isEqualTo("again /afalse");
        assertThat(exchange.completed).isTrue();
        assertThat(seen).containsExactly("complete");
    }

    @Test
    void dispatchToAPathShowsThatPathAndTheOrigin() {
        application.servlet("a", "/a", this::start);
        application.servlet("b", "/b/*", (request, response) -> response.getWriter()
                .write(request.getPathInfo()
                        + request.getParameter("x")
                        + request.getParameter("y")
                        + request.getAttribute(AsyncContext.ASYNC_REQUEST_URI)
                        + request.getAttribute(AsyncContext.ASYNC_QUERY_STRING)));
        FakeExchange exchange = application.get("/a?x=1");
        context.dispatch("/b/c?y=2");
        exchange.runTasks();
        assertThat(exchange.body()).isEqualTo("/c12/ax=1");
    }

    @Test
    void aThousandDispatchesDoNotNest() {
        AtomicInteger left = new AtomicInteger(1000);
        AtomicInteger deepest = new AtomicInteger();
        AtomicInteger first = new AtomicInteger();
        application.servlet("a", "/a", (request, response) -> {
            int depth = Thread.currentThread().getStackTrace().length;
            first.compareAndSet(0, depth);
            deepest.accumulateAndGet(depth, Math::max);
            if (left.getAndDecrement() > 0) {
                request.startAsync().dispatch();
            }
        });
        assertThat(application.get("/a").status()).isEqualTo(200);
        assertThat(left.get()).isEqualTo(-1);
        assertThat(deepest.get()).isLessThan(first.get() + 10);
    }

    @Test
    void aNewCycleTellsTheListenersOfTheOldOneAndForgetsThem() {
        application.servlet("a", "/a", (request, response) -> {
            if (seen.isEmpty()) {
                start(request, response);
                seen.add("first");
            } else {
                context = request.startAsync();
            }
        });
        FakeExchange exchange = application.get("/a");
        context.dispatch();
        exchange.runTasks();
        context.complete();
        exchange.runTasks();
        assertThat(seen).containsExactly("first", "start");
        assertThat(exchange.completed).isTrue();
    }

    @Test
    void timeoutThatNobodyTakesIsAnErrorDispatch() {
        application.builder.errorPage(new ErrorPage("/error", null, null));
        application.servlet("a", "/a", this::start);
        application.servlet("error", "/error", (request, response) -> response.getWriter()
                .write("page " + request.getAttribute("jakarta.servlet.error.status_code")));
        FakeExchange exchange = application.get("/a");
        exchange.fireTimers();
        assertThat(exchange.status()).isEqualTo(500);
        assertThat(exchange.body()).isEqualTo("page 500");
        assertThat(seen).containsExactly("timeout", "complete");
        assertThat(exchange.completed).isTrue();
    }

    @Test
    void lateThreadCannotWriteIntoTheErrorPage() {
        application.builder.errorPage(new ErrorPage("/error", null, null));
        application.servlet("a", "/a", this::start);
        application.servlet("error", "/error", (request, response) -> {
            response.getOutputStream().print("page");
            Thread late = Thread.ofVirtual().start(() -> {
                try {
                    response.setStatus(200);
                    response.setContentLength(1);
                    response.getOutputStream().print("late");
                } catch (IOException e) {
                    seen.add("refused");
                }
            });
            try {
                late.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        FakeExchange exchange = application.get("/a");
        exchange.fireTimers();
        assertThat(exchange.status()).isEqualTo(500);
        assertThat(exchange.body()).isEqualTo("page");
        assertThat(seen).containsExactly("timeout", "refused", "complete");
    }

    @Test
    void timeoutAfterCommitAborts() {
        application.servlet("a", "/a", (request, response) -> {
            start(request, response);
            response.flushBuffer();
        });
        FakeExchange exchange = application.get("/a");
        exchange.fireTimers();
        assertThat(exchange.aborted).hasMessageContaining("timed out");
        assertThat(seen).containsExactly("timeout", "complete");
    }

    @Test
    void listenerMayCompleteOrDispatchOnTimeout() {
        application.servlet("a", "/a", (request, response) -> {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                response.getWriter().write("dispatched");
                return;
            }
            AsyncContext async = request.startAsync();
            async.setTimeout(5);
            async.addListener(new Recorder() {
                @Override
                public void onTimeout(AsyncEvent event) throws IOException {
                    super.onTimeout(event);
                    if (request.getParameter("dispatch") != null) {
                        async.dispatch();
                    } else {
                        event.getAsyncContext().getResponse().getWriter().write("late");
                        async.complete();
                    }
                }
            });
        });
        FakeExchange dispatched = application.get("/a?dispatch");
        dispatched.fireTimers();
        assertThat(dispatched.body()).isEqualTo("dispatched");
        FakeExchange completed = application.get("/a");
        completed.fireTimers();
        assertThat(completed.body()).isEqualTo("late");
        assertThat(completed.status()).isEqualTo(200);
        assertThat(seen).containsExactly("timeout", "complete", "timeout", "complete");
    }

    @Test
    void staleTimerOfAnEarlierCycleDoesNothing() {
        application.servlet("a", "/a", this::start);
        FakeExchange exchange = application.get("/a");
        Runnable first = exchange.timers.getFirst().task;
        context.dispatch();
        exchange.runTasks();
        first.run();
        assertThat(seen).containsExactly("start");
        exchange.fireTimers();
        assertThat(seen).containsExactly("start", "timeout", "complete");
    }

    @Test
    void goneClientIsAnErrorThenTheEnd() {
        application.servlet("a", "/a", this::start);
        FakeExchange exchange = application.get("/a");
        exchange.gone();
        assertThat(seen).containsExactly("error Connection reset by peer", "complete");
        assertThat(exchange.aborted).isNotNull();
        assertThatIllegalStateException().isThrownBy(context::complete);
    }

    @Test
    void whenTheServerShutsDownTheTimeOfAStreamIsOver() {
        application.servlet("a", "/a", (request, response) -> {
            context = request.startAsync();
            context.setTimeout(0);
            context.addListener(new Recorder() {
                @Override
                public void onTimeout(AsyncEvent event) throws IOException {
                    super.onTimeout(event);
                    write(context, "last");
                    context.complete();
                }
            });
            response.flushBuffer();
        });
        FakeExchange exchange = application.get("/a");
        exchange.endRequested();
        assertThat(exchange.body()).isEqualTo("last");
        assertThat(exchange.completed).isTrue();
        assertThat(exchange.aborted).isNull();
        assertThat(seen).containsExactly("timeout", "complete");
    }

    @Test
    void aStreamThatTheApplicationDoesNotEndIsAborted() {
        application.servlet("a", "/a", (request, response) -> {
            start(request, response);
            response.flushBuffer();
        });
        FakeExchange exchange = application.get("/a");
        exchange.endRequested();
        assertThat(exchange.timers.getFirst().cancelled).isTrue();
        assertThat(exchange.aborted).isNotNull();
        assertThat(seen).containsExactly("timeout", "complete");
    }

    @Test
    void failedWriteOfAnotherThreadIsAnError() {
        application.servlet("a", "/a", this::start);
        FakeExchange exchange = application.get("/a");
        exchange.sink.failWith = new IOException("Broken pipe");
        try {
            context.getResponse().flushBuffer();
        } catch (IOException e) {
            seen.add("thrown");
        }
        exchange.runTasks();
        assertThat(seen).containsExactly("thrown", "error Broken pipe", "complete");
    }

    @Test
    void exceptionAfterStartIsToldAndAnswered() {
        application.servlet("a", "/a", (request, response) -> {
            start(request, response);
            throw new IllegalStateException("thrown");
        });
        FakeExchange exchange = application.get("/a");
        assertThat(seen).containsExactly("error thrown", "complete");
        assertThat(exchange.status()).isEqualTo(500);
    }

    @Test
    void exceptionInADispatchIsToldAndAnswered() {
        application.servlet("a", "/a", (request, response) -> {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                throw new IllegalStateException("thrown");
            }
            start(request, response);
        });
        FakeExchange exchange = application.get("/a");
        context.dispatch();
        exchange.runTasks();
        assertThat(seen).containsExactly("error thrown", "complete");
        assertThat(exchange.status()).isEqualTo(500);
        assertThat(exchange.completed).isTrue();
    }

    @Test
    void sendErrorByTheApplicationsThreadIsAnsweredOnCompletion() {
        application.servlet("a", "/a", this::start);
        FakeExchange exchange = application.get("/a");
        try {
            ((HttpServletResponse) context.getResponse()).sendError(418);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        context.complete();
        exchange.runTasks();
        assertThat(exchange.status()).isEqualTo(418);
    }

    @Test
    void wrappersAreKept() {
        application.servlet("a", "/a", (request, response) -> {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                seen.add(
                        request.getClass().getSimpleName() + response.getClass().getSimpleName());
                return;
            }
            context = request.startAsync(
                    new HttpServletRequestWrapper(request), new HttpServletResponseWrapper(response));
            seen.add("original " + context.hasOriginalRequestAndResponse());
        });
        FakeExchange exchange = application.get("/a");
        context.dispatch();
        exchange.runTasks();
        assertThat(seen).containsExactly("original false", "HttpServletRequestWrapperHttpServletResponseWrapper");
    }

    @Test
    void whatIsIllegalIsRefused() {
        application.servlet(
                "plain",
                (request, response) -> {
                    assertThat(request.isAsyncSupported()).isFalse();
                    assertThatIllegalStateException().isThrownBy(request::startAsync);
                    seen.add("refused");
                },
                registration -> {
                    registration.addMapping("/plain");
                    registration.setAsyncSupported(false);
                });
        application.servlet("twice", "/twice", (request, response) -> {
            assertThatIllegalStateException().isThrownBy(request::getAsyncContext);
            start(request, response);
            assertThatIllegalStateException().isThrownBy(request::startAsync);
        });
        application.get("/plain");
        assertThat(seen).containsExactly("refused");
        application.get("/twice");
        assertThat(application.failures).isEmpty();
        assertThatIllegalStateException().isThrownBy(() -> context.setTimeout(1));
        assertThatIllegalStateException().isThrownBy(() -> context.addListener(new Recorder()));
    }

    @ParameterizedTest
    @EnumSource(AsyncState.class)
    void everyStateButTheLastLeadsSomewhere(AsyncState state) {
        boolean leads = List.of(AsyncState.values()).stream().anyMatch(state::mayBecome);
        assertThat(leads).isEqualTo(state != AsyncState.COMPLETED);
        assertThat(state.mayBecome(state)).isFalse();
    }

    /** Complete, dispatch and the timer at once, many times: one of them wins, and everything is told once. */
    @Test
    void racesHaveOneWinner() throws Exception {
        application.servlet("a", "/a", (request, response) -> {
            if (request.getDispatcherType() != DispatcherType.ASYNC) {
                start(request, response);
            }
        });
        application.started();
        for (int i = 0; i < 20_000; i++) {
            seen.clear();
            FakeExchange exchange = application.send(FakeExchange.get("/a"));
            AsyncContext raced = context;
            AtomicInteger won = new AtomicInteger();
            CountDownLatch go = new CountDownLatch(1);
            Thread complete = racer(go, won, raced::complete);
            Thread dispatch = racer(go, won, raced::dispatch);
            go.countDown();
            if (ThreadLocalRandom.current().nextBoolean()) {
                exchange.fireTimers();
            }
            complete.join();
            dispatch.join();
            exchange.runTasks();
            long timeouts = seen.stream().filter("timeout"::equals).count();
            assertThat(seen.stream().filter("complete"::equals)).hasSize(1);
            assertThat(won.get()).isLessThanOrEqualTo(1);
            assertThat(won.get() + timeouts).isBetween(1L, 2L);
            assertThat(exchange.completed).isTrue();
        }
    }

    private static Thread racer(CountDownLatch go, AtomicInteger won, Runnable call) {
        return Thread.startVirtualThread(() -> {
            try {
                if (go.await(10, TimeUnit.SECONDS)) {
                    call.run();
                    won.incrementAndGet();
                }
            } catch (IllegalStateException | InterruptedException e) {
                // Lost.
            }
        });
    }
}
