package io.netpoll.server;

import static io.netpoll.net.ProxyHeaders.LINE;
import static io.netpoll.net.ProxyHeaders.LOCAL;
import static io.netpoll.net.ProxyHeaders.NOOP;
import static io.netpoll.net.ProxyHeaders.PROXY;
import static io.netpoll.net.ProxyHeaders.TCP4;
import static io.netpoll.net.ProxyHeaders.TCP6;
import static io.netpoll.net.ProxyHeaders.UNIX;
import static io.netpoll.net.ProxyHeaders.UNSPEC;
import static io.netpoll.net.ProxyHeaders.block;
import static io.netpoll.net.ProxyHeaders.internet;
import static io.netpoll.net.ProxyHeaders.join;
import static io.netpoll.net.ProxyHeaders.octets;
import static io.netpoll.net.ProxyHeaders.unix;
import static io.netpoll.net.ProxyHeaders.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.netpoll.handler.AddressRanges;
import io.netpoll.handler.ForwardedOptions;
import io.netpoll.http.ConnectionInfo;
import io.netpoll.http.Exchange;
import io.netpoll.http.Handler;
import io.netpoll.http.ResponseHead;
import io.netpoll.http1.Expiry;
import io.netpoll.net.ProxyHeaderFailure;
import io.netpoll.net.TestKeys;
import io.netpoll.net.TlsContexts;
import io.netpoll.server.Client.End;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that begin with a header of the PROXY protocol, or should, seen from a socket. */
class ProxyProtocolTest extends ServerFixture {

    private static final String CLIENT = "/192.0.2.1:56324 /198.51.100.7:443";

    private @Nullable AddressRanges proxies = AddressRanges.INTERNAL;
    private @Nullable TlsContexts tls;

    @Override
    ServerOptions.Builder options() {
        return TestedMode.options();
    }

    @Override
    Handler handler(Handler handler) {
        return handler;
    }

    @Override
    HttpServer.Builder builder() {
        return HttpServer.builder().tls(tls);
    }

    @Override
    ListenAddress listenAddress() {
        ListenAddress address = super.listenAddress();
        return proxies == null ? address : address.behindProxies(proxies);
    }

    /** A connection whose TLS, if there is any, comes behind what is sent here. */
    private Client connectThenTls(byte[] header) throws IOException {
        return new Client(server().port(), 0, socket -> {
            socket.getOutputStream().write(header);
            return TestKeys.context(null, TestKeys.SERVER)
                    .getSocketFactory()
                    .createSocket(socket, "localhost", 0, true);
        });
    }

    private static void who(Exchange exchange) throws IOException {
        ConnectionInfo connection = exchange.connection();
        reply(exchange, "<" + connection.remoteAddress() + " " + connection.localAddress() + ">");
    }

    private static void whoDirectly(Exchange exchange) throws IOException {
        ConnectionInfo direct = exchange.connection().direct();
        reply(
                exchange,
                "<" + direct.remoteAddress() + " " + direct.localAddress() + ">"
                        + (direct.id() == exchange.connection().id())
                        + (direct.isSecure() == exchange.connection().isSecure())
                        + direct.direct().equals(direct));
    }

    private void awaitFailure(ProxyHeaderFailure reason) {
        Awaitility.await().atMost(SOON).untilAsserted(() -> {
            assertThat(server().statistics().proxyHeaderFailures()).containsEntry(reason.name(), 1L);
            assertThat(events).singleElement().satisfies(event -> assertThat(event.message())
                    .contains("/127.0.0.1:", reason.text(), reason.name()));
            assertThat(server().statistics().connectionsCurrent()).isZero();
        });
    }

    private void awaitNobody() {
        Awaitility.await().atMost(SOON).until(() -> server().statistics().connectionsCurrent() == 0);
    }

    static Stream<Arguments> headers() {
        return Stream.of(
                arguments(octets(LINE), CLIENT),
                arguments(
                        octets("PROXY TCP6 2001:db8::1 2001:db8::2 1 2\r\n"),
                        "/[2001:db8:0:0:0:0:0:1]:1 /[2001:db8:0:0:0:0:0:2]:2"),
                arguments(block(PROXY, TCP4, internet()), CLIENT),
                arguments(
                        block(PROXY, TCP6, internet("2001:db8::1", "2001:db8::2", 1, 2)),
                        "/[2001:db8:0:0:0:0:0:1]:1 /[2001:db8:0:0:0:0:0:2]:2"),
                arguments(block(PROXY, UNIX, unix("/run/a", "/run/b")), "/run/a /run/b"),
                arguments(block(PROXY, TCP4, internet(), vector(NOOP, new byte[60_000])), CLIENT));
    }

    static Stream<byte[]> headersThatNameNobody() {
        return Stream.of(
                octets("PROXY UNKNOWN\r\n"),
                octets("PROXY UNKNOWN ::1 ::1 1 2\r\n"),
                block(LOCAL, UNSPEC),
                block(LOCAL, TCP4, internet()),
                block(PROXY, UNSPEC));
    }

    @ParameterizedTest
    @MethodSource("headers")
    void theHeaderSaysWhoTheClientIs(byte[] header, String addresses) throws IOException {
        start(ProxyProtocolTest::who);
        try (Client oneSegment = connect()) {
            assertThat(oneSegment.send(join(header, octets(GET + LAST_GET))).receiveAll())
                    .containsSubsequence("<" + addresses + ">", "<" + addresses + ">");
            assertThat(oneSegment.end()).isEqualTo(End.CLOSED);
        }
        assertThat(server().statistics().proxyHeaderFailures().values()).containsOnly(0L);
    }

    @ParameterizedTest
    @MethodSource("headersThatNameNobody")
    void withoutAddressesTheSocketsOwnCount(byte[] header) throws IOException {
        start(ProxyProtocolTest::who);
        try (Client direct = connect()) {
            assertThat(direct.send(join(header, octets(LAST_GET))).receiveAll())
                    .containsPattern("</127\\.0\\.0\\.1:\\d+ /127\\.0\\.0\\.1:" + server().port() + ">");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void octetsMayComeOneByOne(boolean binary) throws IOException {
        start(ProxyProtocolTest::who);
        byte[] header = binary ? block(PROXY, TCP4, internet(), vector(NOOP, new byte[5])) : octets(LINE);
        try (Client slow = connect()) {
            long polls = server().statistics().loops().getFirst().waits();
            for (byte octet : join(header, octets(LAST_GET))) {
                slow.send(new byte[] {octet});
                long seen = polls;
                Awaitility.await()
                        .pollInterval(Duration.ofMillis(1))
                        .atMost(SOON)
                        .until(() -> server().statistics().loops().getFirst().waits() > seen);
                polls = server().statistics().loops().getFirst().waits();
            }
            assertThat(slow.receiveAll()).endsWith("<" + CLIENT + ">");
        }
    }

    @Test
    void theConnectionGoesOnLikeAnyOther() throws IOException {
        start(ProxyProtocolTest::who);
        try (Client client = connect()) {
            client.send(block(PROXY, TCP4, internet()));
            for (int i = 0; i < 3; i++) {
                assertThat(client.send(GET).receiveUntil(">")).endsWith("<" + CLIENT + ">");
            }
            client.send(GET + GET + GET);
            for (int i = 0; i < 3; i++) {
                assertThat(client.receiveUntil(">")).endsWith("<" + CLIENT + ">");
            }
            assertThat(client.send(LINE).receiveAll()).startsWith("HTTP/1.1 400 "); // one header is enough
        }
        awaitNobody();
    }

    @Test
    void theSocketsOwnAddressesAreThereToo() throws IOException {
        start(ProxyProtocolTest::whoDirectly);
        String expected = "</127\\.0\\.0\\.1:\\d+ /127\\.0\\.0\\.1:" + server().port() + ">truetruetrue";
        assertThat(exchange(LINE + LAST_GET)).containsPattern(expected);
        assertThat(exchange("PROXY UNKNOWN\r\n" + LAST_GET)).containsPattern(expected);
    }

    @Test
    void whatIsToldOfRequestsNamesTheClient() throws IOException {
        start(ServerFixture::hello);
        assertThat(exchange(LINE + "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
        Awaitility.await().atMost(SOON).untilAsserted(() -> assertThat(events)
                .singleElement()
                .isInstanceOfSatisfying(ServerEvent.RequestRejected.class, event -> assertThat(event.client())
                        .hasToString("/192.0.2.1:56324")));
    }

    /** As if the client had connected itself: what it says of others counts only if it is itself a proxy that is believed. */
    @Test
    void forwardedFieldsAreBelievedOfTheClientNotOfTheProxy() throws IOException {
        start(
                ProxyProtocolTest::who,
                options().forwarded(ForwardedOptions.builder().build()));
        String asking = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n";
        assertThat(exchange(LINE + asking)).endsWith("<" + CLIENT + ">");
        assertThat(exchange("PROXY TCP4 10.1.2.3 198.51.100.7 56324 443\r\n" + asking))
                .contains("</203.0.113.9:0 ");
    }

    @Test
    void filesLeaveAsOnAnyConnection(@TempDir Path directory) throws IOException {
        String content = "0123456789abcdef".repeat(200_000);
        Path file = Files.writeString(directory.resolve("content"), content);
        start(exchange -> {
            exchange.response().start(new ResponseHead(200), content.length());
            exchange.response().sendFile(file, 0, content.length());
        });
        try (Client slow = connect(4_096)) {
            assertThat(slow.send(LINE + LAST_GET).receiveAll()).endsWith("\r\n\r\n" + content);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {LINE, "PROXY UNKNOWN\r\n"})
    void tlsFollowsTheHeader(String header) throws IOException {
        tls = TlsContexts.of(TestKeys.context(TestKeys.SERVER, null));
        start(exchange -> reply(
                exchange,
                exchange.connection().isSecure() + " " + exchange.connection().remoteAddress()));
        try (Client client = connectThenTls(octets(header))) {
            client.send(GET).receiveUntil("true /");
            assertThat(client.send(LAST_GET).receiveAll())
                    .endsWith(header.equals(LINE) ? "true /192.0.2.1:56324" : "")
                    .contains("true /1");
            assertThat(client.end()).isEqualTo(End.CLOSED);
        }
        assertThat(server().statistics().handshakesCompleted()).isEqualTo(1);
    }

    @Test
    void tlsMayComeInTheHeadersSegment() throws IOException {
        tls = TlsContexts.of(TestKeys.context(TestKeys.SERVER, null));
        start(ServerFixture::hello);
        SSLEngine engine = TestKeys.context(null, TestKeys.SERVER).createSSLEngine();
        engine.setUseClientMode(true);
        ByteBuffer hello = ByteBuffer.allocate(17 * 1024);
        engine.wrap(ByteBuffer.allocate(0), hello);
        byte[] octets = new byte[hello.flip().remaining()];
        hello.get(octets);
        try (Client client = connect()) {
            client.send(join(block(PROXY, TCP4, internet()), octets));
            assertThat(client.receiveUntil("\u0016\u0003\u0003")).hasSize(3); // the ServerHello's record
        }
    }

    @Test
    void plainTextBehindTheHeaderOnTlsIsAnswered() throws IOException {
        tls = TlsContexts.of(TestKeys.context(TestKeys.SERVER, null));
        start(ServerFixture::hello);
        assertThat(exchange(LINE + GET)).startsWith("HTTP/1.1 400 ").contains("This port speaks TLS");
        assertThat(server().statistics().handshakeFailures()).containsEntry("PLAINTEXT", 1L);
    }

    @ParameterizedTest
    @ValueSource(strings = {GET, "\u0016\u0003\u0001\u0000\u0010", "\r\n\r\nGET / HTTP/1.1\r\n"})
    void aClientThatSendsNoHeaderIsReset(String octets) throws IOException {
        start(ServerFixture::hello);
        assertReset(octets);
        awaitFailure(ProxyHeaderFailure.NO_HEADER);
        assertThat(events).first().satisfies(event -> assertThat(event.severity())
                .isEqualTo(ServerEvent.Severity.WARN));
    }

    @Test
    void aClientOfTlsThatSendsNoHeaderIsReset() throws IOException {
        tls = TlsContexts.of(TestKeys.context(TestKeys.SERVER, null));
        start(ServerFixture::hello);
        assertThatThrownBy(() -> connectThenTls(new byte[0]).send(GET)).isInstanceOf(IOException.class);
        awaitFailure(ProxyHeaderFailure.NO_HEADER);
        assertThat(server().statistics().handshakeFailures().values()).containsOnly(0L);
    }

    private void assertReset(String octets) throws IOException {
        try (Client client = connect()) {
            assertThat(client.send(octets).receiveAll()).isEmpty();
            assertThat(client.end()).isEqualTo(End.RESET);
        }
    }

    @Test
    void aMalformedHeaderIsReset() throws IOException {
        start(ServerFixture::hello);
        assertReset("PROXY TCP4 192.0.2.1 198.51.100.7 56324 0443\r\n" + LAST_GET);
        awaitFailure(ProxyHeaderFailure.MALFORMED_LINE);
    }

    @Test
    void whoIsNotTrustedIsResetWithoutBeingHeard() throws IOException {
        proxies = AddressRanges.of(List.of("192.0.2.0/24", "::1"));
        start(ServerFixture::hello);
        assertReset("");
        awaitFailure(ProxyHeaderFailure.UNTRUSTED_PEER);
    }

    @Test
    void aHeaderThatDoesNotComeToItsEndIsGivenUp() throws IOException {
        start(ServerFixture::hello, options().handshakeTimeout(Duration.ofMillis(100)));
        try (Client silent = connect()) {
            assertThat(silent.send("PROXY TCP4").receiveAll()).isEmpty();
        }
        awaitFailure(ProxyHeaderFailure.TIMEOUT);
        assertThat(server().statistics().expiries())
                .containsEntry(Expiry.PROXY_HEADER.name(), 1L)
                .containsEntry(Expiry.HANDSHAKE.name(), 0L);
        assertThat(events).first().satisfies(event -> assertThat(event.severity())
                .isEqualTo(ServerEvent.Severity.DEBUG));
    }

    @Test
    void slownessDoesNotMoveTheDeadline() throws IOException {
        start(ServerFixture::hello, options().handshakeTimeout(Duration.ofMillis(300)));
        byte[] header = block(PROXY, TCP4, internet(), vector(NOOP, new byte[60_000]));
        int sent = 0;
        try (Client drip = connect()) {
            while (sent < header.length) {
                drip.send(new byte[] {header[sent++]});
                LockSupport.parkNanos(1_000_000); // 60 s in all
            }
        } catch (SocketException e) {
            assertThat(sent).isLessThan(header.length);
        }
        awaitFailure(ProxyHeaderFailure.TIMEOUT);
    }

    @Test
    void theHeadersDeadlineIsTheHandshakesToo() throws IOException {
        tls = TlsContexts.of(TestKeys.context(TestKeys.SERVER, null));
        start(ServerFixture::hello, options().handshakeTimeout(Duration.ofMillis(100)));
        try (Client silent = connect()) {
            assertThat(silent.send(LINE).receiveAll()).isEmpty();
        }
        Awaitility.await().atMost(SOON).untilAsserted(() -> assertThat(
                        server().statistics().handshakeFailures())
                .containsEntry("TIMEOUT", 1L));
        assertThat(server().statistics().proxyHeaderFailures().values()).containsOnly(0L);
        assertThat(server().statistics().expiries()).containsEntry(Expiry.HANDSHAKE.name(), 1L);
    }

    @Test
    void behindTheHeaderTheFirstHeadHasItsOwnTime() throws IOException {
        start(ServerFixture::hello, options().headTimeout(Duration.ofMillis(100)));
        try (Client silent = connect()) {
            assertThat(silent.send(LINE).receiveAll()).isEmpty();
            assertThat(silent.end()).isEqualTo(End.CLOSED);
        }
        assertThat(exchange(LINE + "GET / HT")).startsWith("HTTP/1.1 408 ");
        assertThat(server().statistics().proxyHeaderFailures().values()).containsOnly(0L);
    }

    @Test
    void aConnectionThatEndsWithinItsHeaderIsCounted() throws IOException {
        start(ServerFixture::hello);
        try (Client leaving = connect()) {
            leaving.send("PROXY").shutdownOutput();
            leaving.receiveAll();
        }
        awaitFailure(ProxyHeaderFailure.CLOSED);
    }

    @Test
    void aConnectionThatSaysNothingIsNoFailure() throws IOException {
        start(ServerFixture::hello);
        connect().close();
        try (Client reset = connect()) {
            reset.resetOnClose();
        }
        Awaitility.await().atMost(SOON).until(() -> server().statistics().connectionsAccepted() == 2);
        awaitNobody();
        assertThat(server().statistics().proxyHeaderFailures().values()).containsOnly(0L);
        assertThat(events).isEmpty();
    }

    @Test
    void aPathIsReachedByProxiesOnly(@TempDir Path directory) throws IOException {
        proxies = AddressRanges.of(List.of());
        UnixDomainSocketAddress path = UnixDomainSocketAddress.of(directory.resolve("server.sock"));
        start(
                ProxyProtocolTest::who,
                options().listeners(List.of(ListenAddress.of(path).behindProxies(AddressRanges.of(List.of())))));
        assertThat(ask(path, LINE + LAST_GET)).endsWith("<" + CLIENT + ">");
        assertThat(ask(path, "PROXY UNKNOWN\r\n" + LAST_GET)).endsWith("< " + path + ">");
        assertReset(""); // on the port nobody is trusted: it may be reset before it has sent anything
        awaitFailure(ProxyHeaderFailure.UNTRUSTED_PEER);
    }

    /** Each listener has its own way: nobody guesses. */
    @Test
    void listenersDoNotShareTheOption() throws IOException {
        start(ProxyProtocolTest::who, options().listeners(List.of(super.listenAddress())));
        assertThat(exchange(LINE + LAST_GET)).endsWith("<" + CLIENT + ">");
        SocketAddress plain = server().localAddresses().get(1);
        assertThat(ask(plain, LAST_GET)).contains("</127.0.0.1:");
        assertThat(ask(plain, LINE + LAST_GET)).startsWith("HTTP/1.1 400 ");
    }

    private static String ask(SocketAddress address, String request) throws IOException {
        try (SocketChannel client = SocketChannel.open(address)) {
            client.write(ByteBuffer.wrap(octets(request)));
            return new String(Channels.newInputStream(client).readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @ParameterizedTest
    @MethodSource("headers")
    void withoutTheOptionAHeaderIsABadRequest(byte[] header, String addresses) throws IOException {
        proxies = null;
        start(ServerFixture::hello);
        try (Client misled = connect()) {
            assertThat(misled.send(join(header, octets(LAST_GET))).receiveAll()).startsWith("HTTP/1.1 400 ");
            assertThat(misled.end()).isEqualTo(End.CLOSED);
        }
    }

    @Test
    void aConnectionTooManyIsToldSoBehindItsHeader() throws IOException {
        start(ServerFixture::hello, options().maxConnections(1).rejectWhenFull(true));
        try (Client first = connect()) {
            first.send(LINE + GET).receiveUntil("world!");
            assertThat(exchange(LINE + LAST_GET)).startsWith("HTTP/1.1 503 ");
        }
    }

    @Test
    void aDrainDoesNotWaitForHeaders() throws Exception {
        start(ServerFixture::hello);
        try (Client silent = connect();
                Client half = connect()) {
            half.send("PROXY ");
            Awaitility.await().atMost(SOON).until(() -> server().statistics().connectionsCurrent() == 2);
            CompletableFuture<Void> drained = server().drain();
            assertThat(silent.receiveAll()).isEmpty();
            assertThat(half.receiveAll()).isEmpty();
            drained.get(15, TimeUnit.SECONDS);
        }
        awaitNobody();
    }

    @Test
    void nothingIsLeftOfConnectionsHoweverTheyEnd() throws Exception {
        start(ProxyProtocolTest::who);
        for (int round = 0; round < 40; round++) {
            assertThat(exchange(LINE + LAST_GET)).endsWith("<" + CLIENT + ">");
            assertReset("nonsense");
            try (Client half = connect()) {
                half.send("PROXY ").resetOnClose();
            }
            try (Client idle = connect()) {
                idle.send(block(PROXY, TCP4, internet()));
            }
            connect().close();
        }
        awaitNobody();
        assertThat(server().statistics().proxyHeaderFailures()).containsEntry("NO_HEADER", 40L);
    }
}
