package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class SeveralReactorsTest extends BlockingServerBehaviour {

    private static final int LOOPS = 3;

    @Override
    ServerOptions.Builder options() {
        return TestedMode.options().reactors(LOOPS);
    }

    private List<Integer> connections() {
        return IntStream.range(0, LOOPS)
                .mapToObj(server().statistics()::connectionsCurrent)
                .toList();
    }

    /** One that has been answered, so that the loops know of it. */
    private Client connected() throws IOException {
        Client client = connect();
        client.send(GET).receiveUntil("Hello, world!");
        return client;
    }

    /** Taking turns would not do: connections end when they please. */
    @Test
    void eachConnectionIsDealtToTheLoopWithTheFewest() throws IOException {
        start(ServerFixture::hello);
        List<Client> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 3 * LOOPS; i++) {
                clients.add(connected());
            }
            assertThat(connections()).containsExactly(3, 3, 3);
            for (int i = 1; i < clients.size(); i += LOOPS) {
                clients.get(i).close();
            }
            Awaitility.await().atMost(SOON).untilAsserted(() -> assertThat(connections())
                    .containsExactly(3, 0, 3));
            for (int i = 0; i < 4; i++) {
                clients.add(connected());
            }
            assertThat(connections()).containsExactly(4, 3, 3);
            assertThat(server().statistics().connectionsCurrent()).isEqualTo(10);
        } finally {
            for (Client client : clients) {
                client.close();
            }
        }
    }
}
