package io.netpoll.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netpoll.http.ConnectionInfo;
import io.netpoll.http.FieldList;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the word of proxies comes to. */
class ForwardedHandlerTest {

    private static final String PROXY = "10.0.0.1";
    private static final String CLIENT = "203.0.113.7";

    private record Peer(SocketAddress remoteAddress, boolean isSecure) implements ConnectionInfo {
        @Override
        public long id() {
            return 1;
        }

        @Override
        public SocketAddress localAddress() {
            return new InetSocketAddress(InetAddress.ofLiteral("::1"), 8080);
        }
    }

    private final FieldList fields = new FieldList().add("Host", "backend:8080");
    private SocketAddress peer = new InetSocketAddress(PROXY, 4711);
    private boolean secure;
    private ForwardedOptions options = ForwardedOptions.builder().build();

    private ForwardedHandlerTest with(String name, String value) {
        fields.add(name, value);
        return this;
    }

    private void options(UnaryOperator<ForwardedOptions.Builder> change) {
        options = change.apply(ForwardedOptions.builder()).build();
    }

    private Seen seen() throws Exception {
        SeenExchange exchange = new SeenExchange(new Request("GET", fields), new Peer(peer, secure));
        Seen seen = new Seen();
        new ForwardedHandler(seen, options).handle(exchange);
        return seen;
    }

    private static String client(Seen seen) {
        InetSocketAddress address =
                (InetSocketAddress) seen.exchange().connection().remoteAddress();
        String host = address.getAddress().getHostAddress();
        return address.getPort() == 0 ? host : host + " " + address.getPort();
    }

    private static @Nullable String field(Seen seen, String name) {
        List<String> values = seen.exchange().request().headers().all(name);
        return values.isEmpty() ? null : String.join(" | ", values);
    }

    @Test
    void withoutAWordNothingChanges() throws Exception {
        Seen seen = seen();
        assertThat(client(seen)).isEqualTo(PROXY + " 4711");
        assertThat(seen.exchange().request().authority()).isEqualTo("backend:8080");
        assertThat(seen.exchange()).isInstanceOf(SeenExchange.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8.8.8.8", "172.32.0.1", "2001:db8::1", "11.0.0.1", "100.128.0.1", "fec0::1"})
    void nobodyElseIsBelieved(String address) throws Exception {
        peer = new InetSocketAddress(address, 4711);
        with("X-Forwarded-For", CLIENT).with("X-Forwarded-Proto", "https").with("X-Forwarded-Host", "evil");
        assertThat(seen().exchange()).isInstanceOf(SeenExchange.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.255.255.255",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.1.1",
                "127.0.0.1",
                "100.64.0.1",
                "100.127.255.255",
                "fd00::1",
                "fe80::1",
                "febf::1",
                "::1",
                "::ffff:10.0.0.1"
            })
    void proxiesInsideAreBelieved(String address) throws Exception {
        peer = new InetSocketAddress(address, 4711);
        with("X-Forwarded-For", CLIENT);
        assertThat(client(seen())).isEqualTo(CLIENT);
    }

    @Test
    void whoReachesAUnixSocketIsOnThisMachine() throws Exception {
        peer = UnixDomainSocketAddress.of("");
        with("X-Forwarded-For", CLIENT);
        assertThat(client(seen())).isEqualTo(CLIENT);
        options(it -> it.internalProxies(List.of("10.0.0.0/8")));
        assertThat(seen().exchange()).isInstanceOf(SeenExchange.class);
    }

    @ParameterizedTest
    @CsvSource({
        "203.0.113.7, 203.0.113.7, ",
        "'1.1.1.1, 203.0.113.7', 203.0.113.7, 1.1.1.1",
        "'evil, 1.1.1.1, 203.0.113.7, 10.0.0.2', 203.0.113.7, 'evil, 1.1.1.1'",
        "'10.0.0.3, 10.0.0.2', 10.0.0.3, ",
        "' 203.0.113.7 ,, 10.0.0.2, ', 203.0.113.7, ",
        "203.0.113.7:5678, 203.0.113.7 5678, ",
        "[2001:db8::1]:80, 2001:db8:0:0:0:0:0:1 80, ",
        "[2001:db8::1], 2001:db8:0:0:0:0:0:1, ",
        "2001:db8::1, 2001:db8:0:0:0:0:0:1, ",
        "'1.1.1.1, unknown', 10.0.0.1 4711, '1.1.1.1, unknown'",
        "'1.1.1.1, unknown, 10.0.0.2', 10.0.0.2, '1.1.1.1, unknown'",
        "_hidden, 10.0.0.1 4711, _hidden",
        "1.2.3, 10.0.0.1 4711, 1.2.3",
        "1.2.3.04, 10.0.0.1 4711, 1.2.3.04",
        "256.1.1.1, 10.0.0.1 4711, 256.1.1.1",
        "1.2.3.4:99999, 10.0.0.1 4711, 1.2.3.4:99999",
        "1.2.3.4:, 10.0.0.1 4711, 1.2.3.4:",
        "localhost, 10.0.0.1 4711, localhost",
        "fe80::1%eth0, 10.0.0.1 4711, fe80::1%eth0",
        "[1.2.3.4], 10.0.0.1 4711, [1.2.3.4]",
        "[::1, 10.0.0.1 4711, [::1",
        "[::1]x, 10.0.0.1 4711, [::1]x"
    })
    void theListIsTrueFromItsEndToTheFirstThatIsNoProxy(String list, String expected, String left) throws Exception {
        with("X-Forwarded-For", list);
        Seen seen = seen();
        assertThat(client(seen)).isEqualTo(expected);
        assertThat(field(seen, "X-Forwarded-For")).isEqualTo(left);
        assertThat(seen.exchange().connection().direct().remoteAddress()).isEqualTo(peer);
    }

    @Test
    void linesAreOneList() throws Exception {
        with("X-Forwarded-For", "1.1.1.1").with("Accept", "a").with("x-forwarded-for", "203.0.113.7, 10.0.0.2");
        Seen seen = seen();
        assertThat(client(seen)).isEqualTo(CLIENT);
        assertThat(field(seen, "X-Forwarded-For")).isEqualTo("1.1.1.1");
        assertThat(field(seen, "accept")).isEqualTo("a");
        assertThat(seen.exchange().request().headers().names())
                .containsExactlyInAnyOrder("Host", "Accept", "X-Forwarded-For");
    }

    @Test
    void trustedProxiesAreNamedToTheApplication() throws Exception {
        options(it -> it.trustedProxies(List.of("198.51.100.0/24")));
        peer = new InetSocketAddress("198.51.100.1", 80);
        with("X-Forwarded-For", "203.0.113.7, 198.51.100.2, 10.0.0.2").with("X-Forwarded-By", "forged");
        Seen seen = seen();
        assertThat(client(seen)).isEqualTo(CLIENT);
        assertThat(field(seen, "X-Forwarded-By")).isEqualTo("198.51.100.2, 198.51.100.1");
        assertThat(field(seen, "X-Forwarded-For")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        // protocol, host, port, secure, authority
        "https, , , true, backend",
        "HTTPS, , , true, backend",
        "'https, https', , , true, backend",
        "'https, http', , , false, backend",
        "http, , , false, backend",
        "gopher, , , false, backend",
        "https, , 8443, true, backend:8443",
        "https, , 443, true, backend",
        "http, , 443, false, backend:443",
        "https, p.example, 8443, true, p.example:8443",
        "https, p.example:99, 8443, true, p.example:8443",
        "https, p.example:99, , true, p.example",
        ", p.example, 8443, false, p.example:8080",
        ", p.example:99, , false, p.example:8080",
        ", , 8443, false, backend:8080",
        "https, [2001:db8::1], , true, [2001:db8::1]",
        "https, p.example, 0, true, p.example",
        "https, p.example, 65536, true, p.example",
        "https, p.example, -1, true, p.example",
        "https, p.example, +5, true, p.example",
        "https, p.example, '8443, 80', true, p.example",
        "https, 'a, b', , true, backend",
        "https, a/b, , true, backend",
        "https, a@b, , true, backend",
        "https, 'a b', , true, backend",
        "https, [::zz], , true, backend",
        "https, [1.2.3.4], , true, backend",
        "https, p.example:x, , true, backend"
    })
    void schemeAndAuthority(String protocol, String host, String port, boolean isSecure, String authority)
            throws Exception {
        with("Accept", "a");
        if (protocol != null) {
            with("X-Forwarded-Proto", protocol);
        }
        if (host != null) {
            with("X-Forwarded-Host", host);
        }
        if (port != null) {
            with("X-Forwarded-Port", port);
        }
        Seen seen = seen();
        assertThat(seen.exchange().connection().isSecure()).isEqualTo(isSecure);
        assertThat(seen.exchange().request().authority()).isEqualTo(authority);
        assertThat(seen.exchange().connection().direct().isSecure()).isFalse();
    }

    @Test
    void whoAskedForNoHostAskedThisOne() throws Exception {
        fields.remove("Host");
        with("X-Forwarded-Proto", "https").with("X-Forwarded-Port", "8443");
        assertThat(seen().exchange().request().authority()).isEqualTo("[0:0:0:0:0:0:0:1]:8443");
    }

    @Test
    void aProtectedConnectionToTheProxyIsNoneToTheClient() throws Exception {
        secure = true;
        with("X-Forwarded-Proto", "http");
        assertThat(seen().exchange().connection().isSecure()).isFalse();
    }

    @Test
    void fieldsMayHaveOtherNamesOrNone() throws Exception {
        options(it -> it.clientField("CF-Connecting-IP").hostField(null).protocolField(null));
        with("CF-Connecting-IP", CLIENT).with("X-Forwarded-For", "1.1.1.1");
        with("X-Forwarded-Proto", "https").with("X-Forwarded-Host", "p.example");
        Seen seen = seen();
        assertThat(client(seen)).isEqualTo(CLIENT);
        assertThat(field(seen, "X-Forwarded-For")).isEqualTo("1.1.1.1");
        assertThat(seen.exchange().connection().isSecure()).isFalse();
        assertThat(seen.exchange().request().authority()).isEqualTo("backend:8080");
    }

    @ParameterizedTest
    @CsvSource({
        "for=203.0.113.7, 203.0.113.7, false, backend:8080",
        "For=203.0.113.7;Proto=HTTPS;Host=p.example, 203.0.113.7, true, p.example",
        "'for=\"203.0.113.7:47011\"', 203.0.113.7 47011, false, backend:8080",
        "'for=\"[2001:db8::1]:80\"', 2001:db8:0:0:0:0:0:1 80, false, backend:8080",
        "'for=\"203.0.113.7:_p\"', 203.0.113.7, false, backend:8080",
        "'for=1.1.1.1;host=evil, for=203.0.113.7;proto=https;host=\"p.example:8443\"', 203.0.113.7, true, p.example:8443",
        "'for=203.0.113.7;proto=https;host=p.example, for=10.0.0.2;proto=http;host=inner', 203.0.113.7, true, p.example",
        "'for=203.0.113.7, for=10.0.0.2;proto=https;host=p.example', 203.0.113.7, true, p.example",
        "'for=unknown;proto=https, for=10.0.0.2', 10.0.0.2, true, backend:8080",
        "'for=1.1.1.1, for=_hidden;proto=https', 10.0.0.1 4711, true, backend:8080",
        "'for=1.1.1.1, proto=https', 10.0.0.1 4711, true, backend:8080",
        "' , for = , ', 400, false, ",
        "' ,for=203.0.113.7 ; proto=https;, ', 203.0.113.7, true, backend:8080",
        "'for=\"\\1.1.1.1\";by=x', 1.1.1.1, false, backend:8080",
        "'for=\", for=203.0.113.7', 400, false, ",
        "'for=203.0.113.7;for=1.1.1.1', 400, false, ",
        "for=[::1], 400, false, ",
        "for, 400, false, ",
        "'for=\"1.1.1.1\"x', 400, false, ",
        "'for=\"1.1.1.1\\', 400, false, "
    })
    void elementsOfRfc7239(String value, String expected, boolean isSecure, String authority) throws Exception {
        options(it -> it.rfc7239(true));
        with("Forwarded", value).with("X-Forwarded-For", "9.9.9.9").with("X-Forwarded-Host", "evil");
        if (expected.equals("400")) {
            assertThatThrownBy(this::seen).isInstanceOf(Answered.class).hasMessage("400");
            return;
        }
        Seen seen = seen();
        assertThat(client(seen)).isEqualTo(expected);
        assertThat(seen.exchange().connection().isSecure()).isEqualTo(isSecure);
        assertThat(seen.exchange().request().authority()).isEqualTo(authority);
        assertThat(field(seen, "Forwarded")).isEqualTo(value);
    }

    @Test
    void aLineIsLookedAtIfTheProxiesBehindItHaveNotNamedTheClient() throws Exception {
        options(it -> it.rfc7239(true));
        with("Forwarded", "for=\"").with("Forwarded", "for=203.0.113.7");
        assertThat(client(seen())).isEqualTo(CLIENT);
        with("Forwarded", "for=10.0.0.2");
        assertThat(client(seen())).isEqualTo(CLIENT);
        fields.set("Forwarded", "for=\"").add("Forwarded", "for=10.0.0.2");
        assertThatThrownBy(this::seen).isInstanceOf(Answered.class);
    }

    @Test
    void withoutTheOptionForwardedMeansNothing() throws Exception {
        with("Forwarded", "for=\"").with("X-Forwarded-For", CLIENT);
        assertThat(client(seen())).isEqualTo(CLIENT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.0/33",
                "fc00::/129",
                "localhost",
                "10.0.0.0/",
                "10.0.0.0/x",
                "10.0.0.0/-1",
                "",
                "10\\.\\d+"
            })
    void aRangeThatIsNoneIsRefusedByItsName(String range) {
        assertThatThrownBy(() -> options(it -> it.internalProxies(List.of(range))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("internalProxies");
        assertThatThrownBy(() -> options(it -> it.trustedProxies(List.of(range))))
                .hasMessageStartingWith("trustedProxies");
    }

    @Test
    void aFieldThatCannotBeIsRefusedByItsName() {
        assertThatThrownBy(() -> options(it -> it.clientField("a b"))).hasMessageStartingWith("clientField");
        assertThatThrownBy(() -> options(it -> it.secureProtocol(" "))).hasMessageStartingWith("secureProtocol");
    }

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0/0, 255.1.2.3, true",
        "10.0.0.0/9, 10.127.255.255, true",
        "10.0.0.0/9, 10.128.0.0, false",
        "255.255.255.254/31, 255.255.255.255, true",
        "192.0.2.1, 192.0.2.1, true",
        "192.0.2.1, 192.0.2.2, false",
        "::/0, 10.0.0.1, false",
        "2001:db8::/33, 2001:db8:7fff::1, true",
        "2001:db8::/33, 2001:db8:8000::1, false"
    })
    void rangesCountBits(String range, String address, boolean contains) throws Exception {
        options(it -> it.internalProxies(List.of(range)));
        peer = new InetSocketAddress(address, 1);
        with("X-Forwarded-For", "203.0.113.200");
        assertThat(client(seen()).equals("203.0.113.200")).isEqualTo(contains);
    }
}
