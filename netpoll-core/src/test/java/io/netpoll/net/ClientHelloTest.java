package io.netpoll.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.net.ClientHello.Kind;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientHelloTest {

    private static final int HEADER = 5;

    /** The record with which a client of the JDK begins. */
    private static byte[] hello(@Nullable String serverName) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, null, null);
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setServerNames(serverName == null ? List.of() : List.of(new SNIHostName(serverName)));
        engine.setSSLParameters(parameters);
        ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), record);
        return Arrays.copyOf(record.array(), record.position());
    }

    private static ClientHello read(byte[] octets, int length) {
        return ClientHello.read(octets, 0, length, false);
    }

    @Test
    void findsTheName() throws Exception {
        byte[] hello = hello("www.example.org");
        byte[] behindOthers = new byte[hello.length + 3];
        System.arraycopy(hello, 0, behindOthers, 3, hello.length);
        assertThat(ClientHello.read(behindOthers, 3, behindOthers.length, false))
                .isEqualTo(new ClientHello(Kind.TLS, "www.example.org"));
    }

    @Test
    void thereMayBeNoName() throws Exception {
        byte[] hello = hello(null);
        assertThat(read(hello, hello.length)).isEqualTo(new ClientHello(Kind.TLS, null));
    }

    @Test
    void waitsForTheWholeMessage() throws Exception {
        byte[] hello = hello("www.example.org");
        for (int length = 0; length < hello.length; length++) {
            assertThat(read(hello, length).kind()).as("%d octets", length).isEqualTo(Kind.INCOMPLETE);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 50, 200})
    void aMessageMayBeSpreadOverRecords(int size) throws Exception {
        byte[] hello = hello("www.example.org");
        ByteBuffer records = ByteBuffer.allocate(hello.length * (HEADER + 1));
        for (int at = HEADER; at < hello.length; at += size) {
            int fragment = Math.min(size, hello.length - at);
            records.put(hello, 0, 3).putShort((short) fragment).put(hello, at, fragment);
        }
        assertThat(read(records.array(), records.position())).isEqualTo(new ClientHello(Kind.TLS, "www.example.org"));
        assertThat(read(records.array(), records.position() - 1).kind()).isEqualTo(Kind.INCOMPLETE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1\r\n", "SSH-2.0-", "\0", "\u0016\u0002", "\u0019\u0003"})
    void recognisesWhatIsNotTls(String text) {
        byte[] octets = text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        assertThat(read(octets, octets.length).kind()).isEqualTo(Kind.PLAINTEXT);
    }

    @Test
    void leavesTheRestToTheEngine() throws Exception {
        byte[] alert = {21, 3, 3, 0, 2, 2, 40};
        assertThat(read(alert, alert.length)).isEqualTo(new ClientHello(Kind.TLS, null));
        byte[] ssl2 = {(byte) 0x80, 0x2e, 1, 3, 1};
        assertThat(read(ssl2, ssl2.length)).isEqualTo(new ClientHello(Kind.TLS, null));
        byte[] otherMessage = {22, 3, 3, 0, 4, 14, 0, 0, 0};
        assertThat(read(otherMessage, otherMessage.length)).isEqualTo(new ClientHello(Kind.TLS, null));
        byte[] hello = hello("www.example.org");
        assertThat(ClientHello.read(hello, 0, hello.length - 1, true)).isEqualTo(new ClientHello(Kind.TLS, null));
    }

    /** Whatever comes, it says something. */
    @Test
    void survivesDamage() throws Exception {
        byte[] hello = hello("www.example.org");
        Random random = new Random(8446);
        for (int round = 0; round < 20_000; round++) {
            byte[] damaged = hello.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            assertThat(read(damaged, damaged.length).kind()).isNotNull();
        }
    }
}
