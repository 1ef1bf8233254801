package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netpoll.http.ExchangeEnd;
import io.netpoll.http.ExchangeListener;
import io.netpoll.http.ExchangeSummary;
import io.netpoll.http.FieldList;
import io.netpoll.http.Handler;
import io.netpoll.http.ResponseHead;
import io.netpoll.http1.codec.Violation;
import io.netpoll.net.ClientAuthentication;
import io.netpoll.net.TestKeys;
import io.netpoll.net.TlsContext;
import io.netpoll.net.TlsContexts;
import io.netpoll.server.Client.End;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is peculiar to TLS, seen from a socket. */
class TlsTest extends ServerFixture {

    private TlsContexts contexts = TlsContexts.of(TestKeys.context(TestKeys.SERVER, null));
    private SSLContext client = TestKeys.context(null, TestKeys.SERVER);
    private String[] clientProtocols = {"TLSv1.3", "TLSv1.2"};
    private String[] applicationProtocols = {};
    private String serverName = "localhost";
    private final List<ExchangeSummary> ends = new CopyOnWriteArrayList<>();

    @Override
    ServerOptions.Builder options() {
        return TestedMode.options();
    }

    @Override
    Handler handler(Handler handler) {
        return handler;
    }

    @Override
    ExchangeListener exchangeListener() {
        return ends::add;
    }

    @Override
    HttpServer.Builder builder() {
        return HttpServer.builder().tls(serverName -> contexts.choose(serverName));
    }

    @Override
    SSLSocket layered(Socket socket) throws IOException {
        SSLSocket layered = (SSLSocket) client.getSocketFactory().createSocket(socket, "localhost", 0, true);
        layered.setSoTimeout(socket.getSoTimeout());
        SSLParameters parameters = layered.getSSLParameters();
        parameters.setProtocols(clientProtocols);
        parameters.setApplicationProtocols(applicationProtocols);
        parameters.setServerNames(List.of(new SNIHostName(serverName)));
        layered.setSSLParameters(parameters);
        return layered;
    }

    private Client connectTo(int port) throws IOException {
        return new Client(port, 0, this::layered);
    }

    private Client connectInTheClear() throws IOException {
        return new Client(server().port());
    }

    private void demand(ClientAuthentication clientAuthentication) {
        TlsContext context = new TlsContext(
                TestKeys.context(TestKeys.SERVER, TestKeys.CLIENT), clientAuthentication, List.of(), List.of());
        contexts = name -> context;
    }

    private void awaitFailure(String reason) {
        Awaitility.await().atMost(SOON).untilAsserted(() -> {
            assertThat(server().statistics().handshakeFailures()).containsEntry(reason, 1L);
            assertThat(events)
                    .filteredOn(ServerEvent.HandshakeFailed.class::isInstance)
                    .singleElement()
                    .satisfies(event -> assertThat(event.message()).contains(reason));
            assertThat(ends)
                    .filteredOn(end -> end.id() == 0)
                    .singleElement()
                    .satisfies(end -> assertNoExchange(end, reason));
        });
    }

    private static void assertNoExchange(ExchangeSummary end, String reason) {
        boolean answered = reason.equals("PLAINTEXT");
        assertThat(end.end()).isEqualTo(answered ? ExchangeEnd.REJECTED : ExchangeEnd.HANDSHAKE_FAILED);
        assertThat(end.detail()).isEqualTo(answered ? "PLAINTEXT_ON_TLS" : reason);
        assertThat(end.status()).isEqualTo(answered ? 400 : 0);
        assertThat(end.request()).isNull();
        assertThat(end.times().arrived()).isPositive();
        assertThat(end.connection().remoteAddress()).isInstanceOf(java.net.InetSocketAddress.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void aHandlerKnowsWhatWasAgreedOn(String protocol) throws IOException {
        clientProtocols = new String[] {protocol};
        start(exchange -> {
            SSLSession session = Objects.requireNonNull(exchange.connection().tlsSession());
            reply(exchange, exchange.connection().isSecure() + " " + session.getProtocol());
        });
        assertThat(exchange(GET + LAST_GET)).endsWith("true " + protocol);
        assertThat(server().statistics().handshakesCompleted()).isEqualTo(1);
    }

    @Test
    void anHttpsTargetIsAnswered() throws IOException {
        start(ServerFixture::hello);
        assertThat(exchange("GET https://a/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ");
    }

    @Test
    void olderVersionsAreRefused() throws IOException {
        start(ServerFixture::hello);
        // An HelloRetryRequest would do as well: what counts is that TLS 1.1 is not spoken.
        try (Client raw = connectInTheClear()) {
            raw.send(java.util.HexFormat.of().parseHex("160301002d010000290302" + "00".repeat(32) + "000002c0130100"));
            assertThat(raw.receiveAll()).startsWith("\u0015\u0003");
            assertThat(raw.end()).isEqualTo(End.CLOSED);
        }
        awaitFailure("NO_COMMON_PROTOCOL");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void octetsMayComeOneByOne(String protocol) throws IOException {
        clientProtocols = new String[] {protocol};
        start(exchange -> reply(exchange, "read " + BlockingServerBehaviour.readAll(exchange).length));
        try (Relay relay = new Relay(server().port());
                Client slow = connectTo(relay.port())) {
            slow.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3000\r\n\r\n" + "x".repeat(3_000) + LAST_GET);
            assertThat(slow.receiveAll()).contains("read 3000").endsWith("read 0");
        }
    }

    @Test
    void theEndIsAnnounced() throws Exception {
        clientProtocols = new String[] {"TLSv1.2"}; // its alerts can be told from content
        start(ServerFixture::hello);
        try (Relay relay = new Relay(server().port())) {
            try (Client talking = connectTo(relay.port())) {
                assertThat(talking.send(LAST_GET).receiveAll()).endsWith("Hello, world!");
            }
            byte[] sent = relay.sent();
            int alert = lastRecord(sent);
            assertThat(sent[alert]).as("content type of the last record").isEqualTo((byte) 21);
        }
    }

    private static int lastRecord(byte[] records) {
        int last = 0;
        for (int at = 0; at < records.length; at += 5 + ((records[at + 3] & 0xff) << 8 | (records[at + 4] & 0xff))) {
            last = at;
        }
        return last;
    }

    @Test
    void anUpgradedConnectionThatIsCutDoesNotEnd() throws Exception {
        AtomicReference<CompletableFuture<Integer>> end = new AtomicReference<>(new CompletableFuture<>());
        start(exchange -> {
            CompletableFuture<Integer> seen = end.get();
            exchange.upgrade("x", new FieldList());
            try {
                seen.complete(exchange.requestBody().read(new byte[1], 0, 1));
            } catch (IOException e) {
                seen.completeExceptionally(e);
            }
        });
        String upgrade = "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n";
        try (Client orderly = connect()) {
            orderly.send(upgrade).receiveUntil("\r\n\r\n");
        }
        assertThat(end.get().get(15, TimeUnit.SECONDS)).isEqualTo(-1);
        end.set(new CompletableFuture<>());
        try (Client cut = connect()) {
            cut.send(upgrade).receiveUntil("\r\n\r\n");
            cut.cut();
        }
        assertThatThrownBy(() -> end.get().get(15, TimeUnit.SECONDS)).hasCauseInstanceOf(EOFException.class);
        assertThat(server().statistics().rejectedRequests())
                .as("it was no request any more")
                .containsEntry(Violation.CONTENT_INCOMPLETE.name(), 0L);
    }

    @Test
    void halfAHandshakeIsGivenUp() throws IOException {
        start(ServerFixture::hello, options().handshakeTimeout(Duration.ofMillis(100)));
        try (Client silent = connectInTheClear()) {
            assertThat(silent.send("\u0016\u0003\u0001\u0001").receiveAll()).isEmpty();
            assertThat(silent.end()).isEqualTo(End.CLOSED);
        }
        awaitFailure("TIMEOUT");
        assertThat(server().statistics().expiries()).containsEntry("HANDSHAKE", 1L);
    }

    @Test
    void aHandshakeThatIsBrokenOffIsCounted() throws IOException {
        start(ServerFixture::hello);
        try (Client leaving = connectInTheClear()) {
            leaving.send("\u0016\u0003\u0001\u0001").shutdownOutput();
            leaving.receiveAll();
            assertThat(leaving.end()).isEqualTo(End.CLOSED);
        }
        awaitFailure("CLOSED");
    }

    @Test
    void aConnectionThatSaysNothingIsNoFailure() throws IOException {
        start(ServerFixture::hello);
        connectInTheClear().close();
        Awaitility.await().atMost(SOON).until(() -> server().statistics().connectionsAccepted() == 1);
        Awaitility.await().atMost(SOON).until(() -> server().statistics().connectionsCurrent() == 0);
        assertThat(server().statistics().handshakeFailures()).containsEntry("CLOSED", 0L);
        assertThat(events).isEmpty();
        assertThat(ends).isEmpty();
    }

    @Test
    void aHandshakeThatMakesNoSenseIsRefusedInOrder() throws IOException {
        start(ServerFixture::hello);
        try (Client nonsense = connectInTheClear()) {
            nonsense.send("\u0016\u0003\u0001\u0000\u0004\u0001\u0000\u0000\u0000" + "x".repeat(20_000));
            assertThat(nonsense.receiveAll()).startsWith("\u0015\u0003").hasSize(7);
            assertThat(nonsense.end()).isEqualTo(End.CLOSED);
        }
        awaitFailure("OTHER");
    }

    @Test
    void plainTextIsAnsweredInPlainText() throws IOException {
        start(ServerFixture::hello);
        try (Client plain = connectInTheClear()) {
            assertThat(plain.send(GET).receiveAll())
                    .startsWith("HTTP/1.1 400 Bad Request\r\n")
                    .contains("\r\nConnection: close\r\n")
                    .endsWith("This port speaks TLS: the URI has to begin with https.");
            assertThat(plain.end()).isEqualTo(End.CLOSED);
        }
        awaitFailure("PLAINTEXT");
    }

    @Test
    void tlsOnAPlainPortFailsAsTlsAndIsNotReset() throws IOException {
        try (HttpServer plain = HttpServer.builder()
                .bind(new java.net.InetSocketAddress(java.net.InetAddress.getLoopbackAddress(), 0))
                .handler(ServerFixture::hello)
                .options(options().build())
                .build()) {
            plain.start();
            try (Client misled = connectTo(plain.port())) {
                assertThatThrownBy(() -> misled.send(GET))
                        .isInstanceOf(SSLException.class)
                        .hasMessageContaining("SSL message");
            }
        }
    }

    @Test
    void brokenRecordsEndTheConnection() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        start(exchange -> {
            try {
                BlockingServerBehaviour.readAll(exchange);
            } catch (IOException e) {
                failure.complete(e);
                throw e;
            }
        });
        try (Client broken = connect()) {
            broken.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe");
            broken.sendBelow("\u0017\u0003\u0003\u0000 " + "x".repeat(32));
            broken.receiveAll();
        }
        assertThat(failure.get(15, TimeUnit.SECONDS)).isInstanceOf(SSLException.class);
        Awaitility.await().atMost(SOON).until(() -> server().statistics().connectionsCurrent() == 0);
        assertThat(events).isEmpty();
    }

    @Test
    void theProtocolOnTopIsAgreedOn() throws IOException {
        applicationProtocols = new String[] {"h2", "http/1.1"};
        start(ServerFixture::hello);
        try (Client offering = connect()) {
            offering.send(LAST_GET).receiveAll();
            assertThat(offering.applicationProtocol()).isEqualTo("http/1.1");
        }
        applicationProtocols = new String[] {"h2"};
        try (Client other = connect()) {
            assertThatThrownBy(() -> other.send(GET)).hasMessageContaining("no_application_protocol");
        }
        awaitFailure("NO_COMMON_ALGORITHM");
    }

    @Test
    void theNameThatIsAskedForChoosesTheKey() throws IOException {
        TestKeys other = TestKeys.named("other.example");
        TlsContext first = TlsContext.of(TestKeys.context(TestKeys.SERVER, null));
        TlsContext second = TlsContext.of(TestKeys.context(other, null));
        contexts = name -> "other.example".equals(name) ? second : first;
        start(ServerFixture::hello);
        assertThat(exchange(LAST_GET)).endsWith("Hello, world!");
        serverName = "other.example";
        client = TestKeys.context(null, other);
        assertThat(exchange(LAST_GET)).endsWith("Hello, world!");
    }

    @Test
    void keysThatAreRenewedConcernNewConnectionsOnly() throws IOException {
        start(ServerFixture::hello);
        try (Client before = connect()) {
            before.send(GET).receiveUntil("Hello, world!");
            TestKeys renewed = TestKeys.named("localhost");
            contexts = TlsContexts.of(TestKeys.context(renewed, null));
            try (Client distrusting = connect()) {
                assertThatThrownBy(() -> distrusting.send(GET)).isInstanceOf(SSLHandshakeException.class);
            }
            awaitFailure("REFUSED_BY_CLIENT");
            client = TestKeys.context(null, renewed);
            assertThat(exchange(LAST_GET)).endsWith("Hello, world!");
            assertThat(before.send(LAST_GET).receiveAll()).endsWith("Hello, world!");
        }
    }

    private static void whoIsIt(io.netpoll.http.Exchange exchange) throws IOException {
        String name;
        try {
            name = Objects.requireNonNull(exchange.connection().tlsSession())
                    .getPeerPrincipal()
                    .getName();
        } catch (SSLException e) {
            name = "nobody";
        }
        reply(exchange, name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void aClientMayShowACertificate(String protocol) throws IOException {
        clientProtocols = new String[] {protocol};
        demand(ClientAuthentication.WANT);
        start(TlsTest::whoIsIt);
        assertThat(exchange(LAST_GET)).endsWith("nobody");
        client = TestKeys.context(TestKeys.CLIENT, TestKeys.SERVER);
        assertThat(exchange(LAST_GET)).endsWith("CN=client");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void aClientMustShowACertificate(String protocol) throws IOException {
        clientProtocols = new String[] {protocol};
        demand(ClientAuthentication.NEED);
        start(TlsTest::whoIsIt);
        try (Client nobody = connect()) {
            assertThatThrownBy(() -> nobody.send(GET).receiveUntil("nothing")).isInstanceOf(SSLException.class);
        }
        awaitFailure("CLIENT_CERTIFICATE");
        client = TestKeys.context(TestKeys.CLIENT, TestKeys.SERVER);
        assertThat(exchange(LAST_GET)).endsWith("CN=client");
    }

    @Test
    void aCertificateNobodyTrustsIsRefused() throws IOException {
        demand(ClientAuthentication.WANT);
        client = TestKeys.context(TestKeys.named("client"), TestKeys.SERVER);
        start(TlsTest::whoIsIt);
        try (Client stranger = connect()) {
            assertThatThrownBy(() -> stranger.send(GET).receiveUntil("nothing")).isInstanceOf(SSLException.class);
        }
        // A client that knows which issuers are asked for shows none of others: then nobody is there.
    }

    @Test
    void filesAreSentEncrypted(@TempDir Path directory) throws IOException {
        String content = "0123456789abcdef".repeat(200_000);
        Path file = Files.writeString(directory.resolve("content"), content);
        start(exchange -> {
            exchange.response().start(new ResponseHead(200), content.length() - 7L);
            exchange.response().sendFile(file, 7, content.length() - 7L);
        });
        try (Client slow = connect(4_096)) {
            assertThat(slow.send(LAST_GET).receiveAll()).endsWith("\r\n\r\n" + content.substring(7));
        }
    }

    @Test
    void nothingIsLeftOfConnectionsHoweverTheyEnd() throws Exception {
        start(ServerFixture::hello);
        for (int round = 0; round < 40; round++) {
            exchange(LAST_GET);
            try (Client orderly = connect()) {
                orderly.send(GET).receiveUntil("world!");
            }
            try (Client reset = connect()) {
                reset.send(GET).receiveUntil("HTTP");
                reset.resetOnClose();
            }
            try (Client half = connectInTheClear()) {
                half.send("\u0016\u0003\u0001\u0001").resetOnClose();
            }
            connectInTheClear().close();
        }
        Awaitility.await().atMost(SOON).until(() -> server().statistics().connectionsCurrent() == 0);
    }
}
