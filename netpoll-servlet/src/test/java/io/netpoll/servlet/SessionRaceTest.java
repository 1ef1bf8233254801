package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netpoll.servlet.session.MemorySession;
import io.netpoll.servlet.session.SessionStore;
import io.netpoll.servlet.session.TooManySessionsException;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions that many threads use at once, and the limit on their number. */
class SessionRaceTest {

    private static final int ROUNDS = 2000;

    private final TestApplication application = new TestApplication();
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final AtomicInteger destroyed = new AtomicInteger();
    private final Listeners listeners = new Listeners(EngineListener.NONE);

    @BeforeEach
    void listen() {
        listeners.add(new HttpSessionListener() {
            @Override
            public void sessionDestroyed(HttpSessionEvent event) {
                destroyed.incrementAndGet();
            }
        });
    }

    @AfterEach
    void close() {
        application.close();
    }

    private SessionStore store(int limit) {
        return new SessionStore(application.started().servletContext(), listeners, now::get, limit);
    }

    /** Runs all at once; an illegal state is how the loser of a race ends. */
    private static void race(Runnable... calls) throws Exception {
        CyclicBarrier together = new CyclicBarrier(calls.length);
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
        for (Runnable call : calls) {
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    together.await();
                    call.run();
                } catch (IllegalStateException e) {
                    // Lost.
                } catch (Exception e) {
                    failures.add(e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void endedSessionLeavesNothingBehindWhateverItsIdBecomes() throws Exception {
        try (SessionStore store = store(-1)) {
            for (int i = 0; i < ROUNDS; i++) {
                MemorySession session = store.create();
                race(() -> store.changeId(session), session::invalidate, () -> store.changeId(session));
                assertThat(store.size()).isZero();
            }
        }
        assertThat(destroyed).hasValue(ROUNDS);
    }

    @Test
    void sessionEndsOnceThoughTimerRequestAndApplicationEndIt() throws Exception {
        AtomicInteger unbound = new AtomicInteger();
        try (SessionStore store = store(-1)) {
            store.timeoutSeconds(1);
            for (int i = 0; i < ROUNDS; i++) {
                MemorySession session = store.create();
                session.setAttribute("a", new HttpSessionBindingListener() {
                    @Override
                    public void valueUnbound(HttpSessionBindingEvent event) {
                        unbound.incrementAndGet();
                    }
                });
                now.set(now.get().plusSeconds(2));
                race(store::sweep, session::invalidate, () -> store.find(session.getId()));
            }
        }
        assertThat(destroyed).hasValue(ROUNDS);
        assertThat(unbound).hasValue(ROUNDS);
    }

    @Test
    void attributeThatManyReplaceIsUnboundAsOftenAsItWasBound() throws Exception {
        AtomicInteger bound = new AtomicInteger();
        try (SessionStore store = store(-1)) {
            for (int i = 0; i < ROUNDS / 10; i++) {
                MemorySession session = store.create();
                Runnable replace = () -> session.setAttribute("a", new HttpSessionBindingListener() {
                    @Override
                    public void valueBound(HttpSessionBindingEvent event) {
                        bound.incrementAndGet();
                    }

                    @Override
                    public void valueUnbound(HttpSessionBindingEvent event) {
                        bound.decrementAndGet();
                    }
                });
                race(replace, replace, replace, replace);
                session.invalidate();
                assertThat(bound).hasValue(0);
            }
        }
    }

    @Test
    void limitHoldsThoughManyComeTogether() throws Exception {
        try (SessionStore store = store(3)) {
            AtomicInteger made = new AtomicInteger();
            Runnable create = () -> {
                store.create();
                made.incrementAndGet();
            };
            race(create, create, create, create, create, create);
            assertThat(made).hasValue(3);
            assertThat(store.size()).isEqualTo(3);
        }
    }

    @Test
    void limitLetsNewSessionsInWhenOldOnesEnd() {
        try (SessionStore store = store(2)) {
            store.timeoutSeconds(10);
            MemorySession first = store.create();
            store.create();
            assertThatExceptionOfType(TooManySessionsException.class).isThrownBy(store::create);
            first.invalidate();
            store.create();
            assertThatExceptionOfType(TooManySessionsException.class).isThrownBy(store::create);
            now.set(Instant.ofEpochSecond(10));
            store.create();
            assertThat(store.size()).isEqualTo(1);
        }
    }

    @Test
    void requestThatWouldExceedTheLimitIsRefused() {
        application.builder.maxSessions(1);
        application.servlet("s", "/s", (request, response) -> {
            HttpSession session = request.getSession();
            response.getWriter().write(session.getId());
        });
        assertThat(application.get("/s").status()).isEqualTo(200);
        assertThat(application.get("/s").status()).isEqualTo(503);
        assertThat(application.failures).singleElement().isInstanceOf(TooManySessionsException.class);
    }
}
