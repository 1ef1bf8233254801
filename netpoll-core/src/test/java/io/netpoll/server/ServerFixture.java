package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http.Exchange;
import io.netpoll.http.ExchangeListener;
import io.netpoll.http.Handler;
import io.netpoll.http.ResponseHead;
import io.netpoll.reactor.Descriptors;
import io.netpoll.server.Client.End;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;

/** A server under test, told in few words what to do, and looked at afterwards: nothing of it is left. */
abstract class ServerFixture {

    static final Duration SOON = Duration.ofSeconds(15);
    static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    static final String LAST_GET = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

    /** All but those of {@link #heldUp} and {@link #stalls}. */
    final ConcurrentLinkedQueue<ServerEvent> events = new ConcurrentLinkedQueue<>();

    /** What the watchdog has said, which on a busy machine it may at any time. */
    final ConcurrentLinkedQueue<ServerEvent.LoopHeldUp> heldUp = new ConcurrentLinkedQueue<>();

    /** The same of what cannot be moved. */
    final ConcurrentLinkedQueue<ServerEvent.LoopStalled> stalls = new ConcurrentLinkedQueue<>();

    private final Descriptors descriptors = Descriptors.counted();
    private HttpServer server = HttpServer.builder().handler(exchange -> {}).build();

    /** Options of the mode under test. */
    abstract ServerOptions.Builder options();

    /** A handler that runs where the mode under test says. */
    abstract Handler handler(Handler handler);

    /** Who is told how exchanges end. */
    ExchangeListener exchangeListener() {
        return ExchangeListener.NONE;
    }

    @AfterEach
    void close() {
        server.close();
        descriptors.assertNoneLeft();
    }

    HttpServer server() {
        return server;
    }

    /** What the server is made from: in the clear, unless a subclass says otherwise. */
    HttpServer.Builder builder() {
        return HttpServer.builder();
    }

    /** Where the server listens: any port, for clients themselves, unless a subclass says otherwise. */
    ListenAddress listenAddress() {
        return ListenAddress.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /** What a client makes of its socket: in the clear, unless a subclass says otherwise. */
    Socket layered(Socket socket) throws IOException {
        return socket;
    }

    HttpServer start(Handler handler) throws IOException {
        return start(handler, options());
    }

    HttpServer start(Handler handler, ServerOptions.Builder options) throws IOException {
        server = builder()
                .bind(listenAddress())
                .handler(handler(handler))
                .options(options.build())
                .listener(this::note)
                .exchangeListener(exchangeListener())
                .build();
        server.start();
        return server;
    }

    private void note(ServerEvent event) {
        if (event instanceof ServerEvent.LoopHeldUp held) {
            heldUp.add(held);
        } else if (event instanceof ServerEvent.LoopStalled stalled) {
            stalls.add(stalled);
        } else {
            events.add(event);
        }
    }

    Client connect() throws IOException {
        return connect(0);
    }

    /** A client whose kernel takes little before somebody reads; 0 for the usual buffer. */
    Client connect(int receiveBuffer) throws IOException {
        return new Client(server.port(), receiveBuffer, this::layered);
    }

    /** Sends a request and answers all that comes back until the connection ends. */
    String exchange(String request) throws IOException {
        try (Client client = connect()) {
            String response = client.send(request).receiveAll();
            assertThat(client.end()).as(response).isEqualTo(End.CLOSED);
            return response;
        }
    }

    static void hello(Exchange exchange) throws IOException {
        reply(exchange, "Hello, world!");
    }

    static void reply(Exchange exchange, String text) throws IOException {
        byte[] octets = text.getBytes(StandardCharsets.ISO_8859_1);
        exchange.response().send(new ResponseHead(200).with("Content-Type", "text/plain"), octets, 0, octets.length);
    }

    static int count(String text, String part) {
        return text.split(java.util.regex.Pattern.quote(part), -1).length - 1;
    }
}
