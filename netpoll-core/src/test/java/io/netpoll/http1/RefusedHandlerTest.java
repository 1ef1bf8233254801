package io.netpoll.http1;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http.Exchange;
import io.netpoll.http1.DrivenByHand.Peer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** What becomes of exchanges for which there is no thread. */
class RefusedHandlerTest {

    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    private static Throwable full() {
        return new RejectedExecutionException("full");
    }

    @Test
    void aRequestIsAnsweredWith503AndItsConnectionEnds() throws IOException {
        try (DrivenByHand server = new DrivenByHand(exchange -> {}, job -> job.refused(full()));
                Peer client = server.connect()) {
            assertThat(client.send(GET + GET)).isPositive();
            server.pass();
            server.pass();
            assertThat(client.received())
                    .startsWith("HTTP/1.1 503 Service Unavailable\r\n")
                    .containsOnlyOnce("HTTP/1.1 ")
                    .contains("\r\nConnection: close\r\n");
            assertThat(client.hasEnded()).isTrue();
            assertThat(server.reactor().exchangesOpen()).isZero();
        }
    }

    @Test
    void aDetachedExchangeIsResetAndTakesNoMoreTasks() throws IOException {
        List<Exchange> detached = new ArrayList<>();
        List<String> ran = new ArrayList<>();
        Dispatcher once = job -> {
            if (detached.isEmpty()) {
                job.run();
            } else {
                job.refused(full());
            }
        };
        try (DrivenByHand server = new DrivenByHand(
                        exchange -> {
                            exchange.detach(cause -> ran.add("gone"));
                            detached.add(exchange);
                        },
                        once);
                Peer client = server.connect()) {
            assertThat(client.send(GET)).isPositive();
            server.pass();
            assertThat(server.reactor().exchangesOpen()).isEqualTo(1);
            Exchange exchange = detached.getFirst();
            exchange.execute(() -> ran.add("refused"));
            assertThat(exchange.execute(() -> ran.add("late"))).isFalse();
            exchange.complete();
            exchange.abort(full());
            server.pass();
            assertThat(client.hasEnded()).isTrue();
            assertThat(ran).isEmpty();
            assertThat(server.reactor().exchangesOpen()).isZero();
            assertThat(server.reactor().connectionCount()).isZero();
        }
    }

    @Test
    void anExchangeWhoseLastTaskIsRefusedEndsOnce() throws IOException {
        List<Exchange> detached = new ArrayList<>();
        Dispatcher once = job -> {
            if (detached.isEmpty()) {
                job.run();
            } else {
                job.refused(full());
            }
        };
        try (DrivenByHand server = new DrivenByHand(
                        exchange -> {
                            exchange.detach(cause -> {});
                            detached.add(exchange);
                        },
                        once);
                Peer client = server.connect()) {
            assertThat(client.send(GET)).isPositive();
            server.pass();
            detached.getFirst().complete();
            server.pass();
            assertThat(client.hasEnded()).isTrue();
            assertThat(server.reactor().exchangesOpen()).isZero();
        }
    }
}
