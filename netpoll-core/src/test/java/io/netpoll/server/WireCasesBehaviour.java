package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http1.codec.ResponseReader;
import io.netpoll.http1.codec.ResponseReader.Response;
import io.netpoll.http1.codec.SeenRequest;
import io.netpoll.http1.codec.Violation;
import io.netpoll.http1.codec.WireCase;
import io.netpoll.http1.codec.WireCase.Expected;
import io.netpoll.http1.codec.WireCases;
import io.netpoll.server.Client.End;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every wire case holds over a socket. Subclasses say where handlers run. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WireCasesBehaviour {

    private static final String PROBE = "GET /probe HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    private static final String SMUGGLED = "GET /smug HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String IMF_DATE =
            "(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT";

    private final ConcurrentLinkedQueue<ServerEvent> events = new ConcurrentLinkedQueue<>();
    private final RecordingHandler handler;
    private final HttpServer server;

    WireCasesBehaviour(HandlerMode mode, boolean nonBlocking) {
        handler = new RecordingHandler(nonBlocking);
        server = HttpServer.builder()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .handler(handler)
                .options(ServerOptions.builder()
                        .handlerMode(mode)
                        .maxHeadSize(WireCase.LIMITS.maxHeadSize())
                        .maxHeaderCount(WireCase.LIMITS.maxHeaderCount())
                        .build())
                .listener(events::add)
                .build();
    }

    @BeforeAll
    void start() throws IOException {
        server.start();
    }

    @BeforeEach
    void forget() {
        handler.forget();
    }

    @AfterAll
    void close() {
        server.close();
    }

    static Stream<WireCase> cases() {
        return WireCases.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void holds(WireCase wire) throws IOException {
        try (Client client = new Client(server.port())) {
            client.send(wire.octets());
            check(wire, client);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void holdsInTwoPieces(WireCase wire) throws IOException {
        int cut = wire.octets().length * 2 / 3;
        try (Client client = new Client(server.port())) {
            client.send(new String(wire.octets(), 0, cut, StandardCharsets.ISO_8859_1));
            client.send(new String(wire.octets(), cut, wire.octets().length - cut, StandardCharsets.ISO_8859_1));
            check(wire, client);
        }
    }

    @Test
    void everyRejectionIsToldToTheListener() throws IOException {
        Map<Violation, WireCase> samples = new TreeMap<>();
        WireCases.all().forEach(wire -> wire.violation().ifPresent(v -> samples.putIfAbsent(v, wire)));
        events.clear();
        for (WireCase wire : samples.values()) {
            try (Client client = new Client(server.port())) {
                client.send(wire.octets());
                check(wire, client);
            }
        }
        Awaitility.await().atMost(ServerBehaviour.SOON).untilAsserted(() -> assertThat(events)
                .filteredOn(ServerEvent.RequestRejected.class::isInstance)
                .extracting(event -> ((ServerEvent.RequestRejected) event).reason())
                .containsAll(samples.keySet().stream().map(Violation::name).toList()));
    }

    @Test
    void asksForContentAsOftenAsItIsExpectedTo() throws IOException {
        try (Client client = new Client(server.port())) {
            for (int i = 0; i < 2; i++) {
                client.send("POST /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
                assertThat(client.receiveUntil("\r\n\r\n")).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
                client.send("hello");
                assertThat(client.receiveUntil("POST /a hello")).startsWith("HTTP/1.1 200 OK\r\n");
            }
        }
    }

    @Test
    void anAnswerWithoutAskingForContentEndsTheConnection() throws IOException {
        String received = exchange(
                "POST /unread HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 31\r\n\r\n" + SMUGGLED);
        assertThat(responses(received, "POST")).singleElement().satisfies(response -> {
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.closes()).isTrue();
        });
        assertThat(handler.started()).containsExactly("/unread");
    }

    @Test
    void contentNobodyReadIsNotTheNextRequest() throws IOException {
        String received = exchange("POST /unread HTTP/1.1\r\nHost: a\r\nContent-Length: 31\r\n\r\n" + SMUGGLED
                + "POST /unread HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1f\r\n" + SMUGGLED
                + "\r\n0\r\n\r\n" + PROBE);
        assertThat(responses(received, "POST", "POST", "GET"))
                .extracting(Response::closes)
                .containsExactly(false, false, true);
        assertThat(handler.started()).containsExactly("/unread", "/unread", "/probe");
    }

    @Test
    void contentNobodyReadThatIsBrokenEndsTheConnection() throws IOException {
        String received =
                exchange("POST /unread HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n" + SMUGGLED);
        assertThat(responses(received, "POST")).hasSize(1);
        assertThat(handler.started()).containsExactly("/unread");
    }

    @Test
    void aHandlerMayEndTheConnection() throws IOException {
        String received = exchange("GET /last HTTP/1.1\r\nHost: a\r\n\r\n" + SMUGGLED);
        assertThat(responses(received, "GET")).singleElement().satisfies(response -> assertThat(response.closes())
                .isTrue());
        assertThat(handler.started()).containsExactly("/last");
    }

    @Test
    void aBurstOfTwentyThousandRequestsIsAnsweredInOrder() throws Exception {
        int count = 20_000;
        StringBuilder requests = new StringBuilder();
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < count; i++) {
            requests.append("GET /").append(i).append(" HTTP/1.1\r\nHost: a\r\n\r\n");
            expected.append("GET /").append(i).append(" \n");
        }
        try (Client client = new Client(server.port())) {
            Thread sender = Thread.ofPlatform().start(() -> {
                try {
                    client.send(requests + PROBE);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            String received = client.receiveAll();
            sender.join();
            StringBuilder answers = new StringBuilder();
            String[] methods = new String[count + 1];
            Arrays.fill(methods, "GET");
            responses(received, methods).stream().limit(count).forEach(response -> answers.append(response.content())
                    .append('\n'));
            assertThat(answers.toString().equals(expected.toString())).isTrue();
        }
    }

    private String exchange(String requests) throws IOException {
        try (Client client = new Client(server.port())) {
            String received = client.send(requests).receiveAll();
            assertThat(client.end()).as(received).isEqualTo(End.CLOSED);
            return received;
        }
    }

    private static List<Response> responses(String received, String... methods) {
        return ResponseReader.read(received.getBytes(StandardCharsets.ISO_8859_1), List.of(methods));
    }

    private void check(WireCase wire, Client client) throws IOException {
        boolean goesOn = wire.ends().equals(WireCase.OPEN);
        if (wire.needsEnd()) {
            client.shutdownOutput();
        } else {
            client.send(goesOn ? PROBE : SMUGGLED);
        }
        String received = client.receiveAll();
        assertThat(client.end()).as("%s: %s", wire, received).isEqualTo(End.CLOSED);
        List<SeenRequest> seen = new ArrayList<>(handler.seen());
        if (goesOn) {
            assertThat(seen).isNotEmpty();
            assertThat(seen.removeLast().target()).isEqualTo("/probe");
        }
        assertThat(wire.isMetBy(seen))
                .as("%s expects %s, saw %s", wire, wire.gets(), seen)
                .isTrue();
        assertThat(handler.started()).doesNotContain("/smug");
        checkResponses(wire, received);
    }

    private static void checkResponses(WireCase wire, String received) {
        boolean goesOn = wire.ends().equals(WireCase.OPEN);
        List<String> methods =
                new ArrayList<>(wire.gets().stream().map(Expected::method).toList());
        if (goesOn || wire.violation().isPresent()) {
            methods.add(goesOn ? "GET" : wire.refused());
        }
        List<Response> responses = ResponseReader.read(received.getBytes(StandardCharsets.ISO_8859_1), methods);
        assertThat(responses).as("%s", wire).hasSameSizeAs(methods);
        for (int i = 0; i < responses.size(); i++) {
            Response response = responses.get(i);
            assertThat(response.all("Date"))
                    .as("%s", wire)
                    .singleElement()
                    .asString()
                    .matches(IMF_DATE);
            if (i < responses.size() - 1 || !wire.ends().equals(WireCase.QUIETLY)) {
                assertThat(response.closes()).as("%s, response %d", wire, i).isEqualTo(i == responses.size() - 1);
            }
            if (i < wire.gets().size()) {
                checkAnswer(wire.gets().get(i), response);
            }
        }
        wire.violation().ifPresent(violation -> {
            assertThat(responses.getLast().status()).as("%s", wire).isEqualTo(violation.status());
            assertThat(responses.getLast().content()).isEqualTo(wire.refused().equals("HEAD") ? "" : violation.text());
        });
    }

    private static void checkAnswer(Expected expected, Response response) {
        String method = expected.method();
        assertThat(response.status()).isEqualTo(RecordingHandler.status(method));
        assertThat(response.content())
                .isEqualTo(
                        method.equals("HEAD")
                                ? ""
                                : RecordingHandler.answer(method, expected.target(), expected.content()));
    }
}
