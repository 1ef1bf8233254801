package io.netpoll.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is reported of descriptors that are nothing special: a socket pair, a pipe, a UDP socket. */
class PlainDescriptorTest {

    private static final Duration NOT_AT_ALL = Duration.ZERO;
    private static final Duration LONG = Duration.ofSeconds(10);

    private final Descriptors descriptors = Descriptors.counted();
    private final List<String> reported = new ArrayList<>();
    private EventLoop loop;

    @BeforeEach
    void open() throws IOException {
        loop = EventLoop.open();
    }

    @AfterEach
    void close() {
        loop.close();
        descriptors.assertNoneLeft();
    }

    /** Registers a descriptor whose events are written down in words. */
    private Token watch(Plain descriptor, Interest interest) throws IOException {
        return loop.register(descriptor.fd(), interest, event -> reported.add(words(event)));
    }

    private static String words(Event event) {
        return event.toString().substring(event.token().toString().length()).strip();
    }

    /** What a wait reports now. */
    private List<String> reports() throws IOException {
        reported.clear();
        loop.waitOnce(NOT_AT_ALL);
        return List.copyOf(reported);
    }

    @Test
    void aStateIsReportedWhileTheBufferIsHalfRead() throws IOException {
        try (Plain.Pair pair = Plain.socketPair()) {
            watch(pair.a(), Interest.READABLE);
            assertThat(reports()).isEmpty();
            pair.b().write("halfhalf");
            assertThat(reports()).containsExactly("readable");
            assertThat(pair.a().read(4)).isEqualTo("half");
            assertThat(reports()).containsExactly("readable");
            assertThat(pair.a().read(4)).isEqualTo("half");
            assertThat(reports()).isEmpty();
        }
    }

    @Test
    void anEdgeIsNotReportedAgainWhileTheBufferIsHalfRead() throws IOException {
        try (Plain.Pair pair = Plain.socketPair()) {
            watch(pair.a(), Interest.READABLE.edge());
            pair.b().write("halfhalf");
            assertThat(reports()).containsExactly("readable");
            assertThat(pair.a().read(4)).isEqualTo("half");
            assertThat(reports()).isEmpty();
            pair.b().write("more");
            assertThat(reports()).as("new octets are a new edge").containsExactly("readable");
            assertThat(pair.a().read(100)).isEqualTo("halfmore");
            assertThat(pair.a().read(100)).isEqualTo(Plain.WOULD_BLOCK);
        }
    }

    @Test
    void oneShotReportsNothingMoreUntilItIsArmedAgain() throws IOException {
        try (Plain.Pair pair = Plain.socketPair()) {
            Token token = watch(pair.a(), Interest.READABLE.once());
            pair.b().write("halfhalf");
            assertThat(reports()).containsExactly("readable");
            assertThat(pair.a().read(4)).isEqualTo("half");
            assertThat(reports()).isEmpty();
            pair.b().write("more");
            assertThat(reports()).as("not even for new octets").isEmpty();

            loop.modify(token, Interest.READABLE.edge().once());
            assertThat(reports()).as("what is left over is reported on arming").containsExactly("readable");
            assertThat(reports()).isEmpty();
            loop.modify(token, Interest.READABLE.once());
            assertThat(pair.a().read(100)).isEqualTo("halfmore");
            assertThat(reports()).as("armed, but there is nothing").isEmpty();
            pair.b().write("again");
            assertThat(reports()).containsExactly("readable");
        }
    }

    @Test
    void anEndedRegistrationCannotBeArmed() throws IOException {
        try (Plain.Pair pair = Plain.socketPair()) {
            Token token = watch(pair.a(), Interest.READABLE.once());
            loop.deregister(token);
            assertThatThrownBy(() -> loop.modify(token, Interest.READABLE))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("No longer registered");
            pair.b().write("unheard");
            assertThat(reports()).isEmpty();
        }
    }

    @Test
    void bothDirectionsAreReportedApart() throws IOException {
        try (Plain.Pair pair = Plain.socketPair()) {
            Token token = watch(pair.a(), Interest.BOTH);
            assertThat(reports()).containsExactly("writable");
            pair.b().write("x");
            assertThat(reports()).containsExactly("readable writable");
            loop.modify(token, Interest.READABLE);
            assertThat(reports()).containsExactly("readable");
            loop.modify(token, Interest.WRITABLE);
            assertThat(reports()).containsExactly("writable");
        }
    }

    @Test
    void aFullPipeIsWritableAgainWhenItIsRead() throws IOException {
        try (Plain.Pair pipe = Plain.pipe()) {
            watch(pipe.b(), Interest.WRITABLE.edge());
            assertThat(reports()).containsExactly("writable");
            byte[] much = new byte[64 * 1024];
            while (pipe.b().write(much) > 0) {
                assertThat(reports()).as("no edge by writing").isEmpty();
            }
            String read;
            do {
                read = pipe.a().read(much.length);
            } while (!read.equals(Plain.WOULD_BLOCK));
            assertThat(reports()).containsExactly("writable");
        }
    }

    @Test
    void theEndOfAPipeIsReadAfterWhatWasWrittenBefore() throws IOException {
        Plain.Pair pipe = Plain.pipe();
        try (Plain reader = pipe.a()) {
            List<String> read = new ArrayList<>();
            loop.register(reader.fd(), Interest.READABLE.edge(), event -> {
                assertThat(words(event)).isEqualTo("readable hung up");
                read.add(reader.read(4));
                read.add(reader.read(4));
                read.add(reader.read(4));
            });
            pipe.b().write("lastword");
            pipe.b().close();
            assertThat(loop.waitOnce(LONG)).isEqualTo(1);
            assertThat(read).containsExactly("last", "word", Plain.EOF);
        }
    }

    @Test
    void theEndOfAStreamIsAnnouncedWithOctetsThatCanStillBeRead() throws IOException {
        try (Plain.Pair pair = Plain.socketPair()) {
            watch(pair.a(), Interest.BOTH.edge().withPeerClosed());
            assertThat(reports()).containsExactly("writable");
            pair.b().write("last");
            pair.b().shutdownOutput();
            assertThat(reports()).containsExactly("readable writable peer closed");
            assertThat(pair.a().read(100)).isEqualTo("last");
            assertThat(pair.a().read(100)).isEqualTo(Plain.EOF);
            pair.a().write("still open in this direction");
            assertThat(pair.b().read(5)).isEqualTo("still");
        }
    }

    @Test
    void octetsSentBeforeAFullCloseCanStillBeRead() throws IOException {
        Plain.Pair pair = Plain.socketPair();
        try (Plain a = pair.a()) {
            watch(a, Interest.READABLE.edge().withPeerClosed());
            pair.b().write("last");
            pair.b().close();
            assertThat(reports()).containsExactly("readable peer closed hung up");
            assertThat(a.read(100)).isEqualTo("last");
            assertThat(a.read(100)).isEqualTo(Plain.EOF);
        }
    }

    @Test
    void theEndIsNotSingledOutUnlessAskedFor() throws IOException {
        try (Plain.Pair pair = Plain.socketPair()) {
            watch(pair.a(), Interest.READABLE);
            pair.b().shutdownOutput();
            assertThat(reports()).containsExactly("readable");
            assertThat(pair.a().read(1)).isEqualTo(Plain.EOF);
        }
    }

    @Test
    void aUdpSocketIsReadableOncePerDatagram() throws IOException {
        try (Plain socket = Plain.udp();
                DatagramSocket sender = new DatagramSocket()) {
            List<String> read = new ArrayList<>();
            loop.register(socket.fd(), Interest.READABLE, event -> read.add(socket.read(100)));
            send(sender, socket, "first");
            send(sender, socket, "second");
            while (read.size() < 2) {
                assertThat(loop.waitOnce(LONG)).isEqualTo(1);
            }
            assertThat(read).containsExactly("first", "second");
            assertThat(loop.waitOnce(NOT_AT_ALL)).isZero();
        }
    }

    private static void send(DatagramSocket sender, Plain receiver, String text) throws IOException {
        byte[] octets = text.getBytes(StandardCharsets.US_ASCII);
        sender.send(new DatagramPacket(octets, octets.length, receiver.localAddress()));
    }

    @Test
    void aSocketThatWasClosedAndReplacedWithinABatchGetsNoEventOfTheOldOne() throws IOException {
        List<String> told = new ArrayList<>();
        List<Plain.Pair> replacements = new ArrayList<>();
        Plain.Pair first = Plain.socketPair();
        Plain.Pair second = Plain.socketPair();
        Token[] tokens = new Token[2];
        tokens[0] = loop.register(first.a().fd(), Interest.READABLE.edge(), event -> {
            told.add("first");
            loop.forget(tokens[1]);
            second.close();
            Plain.Pair replacement = Plain.socketPair();
            replacements.add(replacement);
            assertThat(replacement.a().fd()).isEqualTo(second.a().fd());
            loop.register(replacement.a().fd(), Interest.READABLE.edge(), again -> told.add("replacement"));
        });
        tokens[1] = loop.register(second.a().fd(), Interest.READABLE.edge(), event -> told.add("second"));
        try (first) {
            first.b().write("x");
            second.b().write("x");
            assertThat(loop.waitOnce(LONG)).isEqualTo(1);
            assertThat(told).containsExactly("first");
            replacements.getFirst().b().write("x");
            loop.waitOnce(LONG);
            assertThat(told).containsExactly("first", "replacement");
        } finally {
            replacements.forEach(Plain.Pair::close);
        }
    }
}
