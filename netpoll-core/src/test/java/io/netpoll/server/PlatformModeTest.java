package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class PlatformModeTest extends BlockingServerBehaviour {

    @Override
    ServerOptions.Builder options() {
        return ServerOptions.builder().handlerMode(HandlerMode.PLATFORM).platformThreads(8);
    }

    /** Requests that wait for a thread when the server stops end too; the fixture counts their descriptors. */
    @Test
    void aStopEndsRequestsThatWaitForAThread() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger entered = new AtomicInteger();
        start(
                exchange -> {
                    entered.incrementAndGet();
                    assertThat(release.await(15, TimeUnit.SECONDS)).isTrue();
                },
                options().platformThreads(1).maxInFlight(1));
        List<Client> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 5; i++) {
                clients.add(connect().send(GET));
            }
            Awaitility.await().atMost(SOON).until(() -> server().statistics().exchangesOpen() == 5);
            server().close();
            release.countDown();
        } finally {
            for (Client client : clients) {
                client.close();
            }
        }
        assertThat(entered).as("nobody waits for the others any more").hasValue(1);
    }
}
