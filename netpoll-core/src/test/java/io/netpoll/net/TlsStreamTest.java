package io.netpoll.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a transport may do to a TLS stream: nothing is lost, doubled or sent behind anybody's back. */
class TlsStreamTest {

    private final FakeTransport transport = new FakeTransport();
    private final ArrayDeque<Runnable> helpers = new ArrayDeque<>();
    private final CountedBuffers buffers = new CountedBuffers();
    private final TlsStream stream =
            new TlsStream(transport, TlsContexts.of(TlsPeer.server()), List.of(), buffers, helpers::add);
    private int progress;

    private static final class CountedBuffers extends RecordBuffers {
        int lent;

        @Override
        byte[] borrow() {
            lent++;
            return super.borrow();
        }

        @Override
        void giveBack(byte[] buffer) {
            lent--;
            super.giveBack(buffer);
        }
    }

    private TlsPeer open(String protocol) throws IOException {
        TlsPeer peer = new TlsPeer(transport, protocol);
        stream.onProgress(() -> progress++);
        boolean over = false;
        for (int i = 0; i < 1_000 && !over; i++) {
            boolean open = stream.handshake();
            over = peer.step() && open;
            runHelpers();
        }
        assertThat(peer.step()).isTrue();
        return peer;
    }

    private void runHelpers() {
        while (!helpers.isEmpty()) {
            helpers.remove().run();
        }
    }

    private byte[] readAll(int size) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(1_000_000);
        byte[] part = new byte[size];
        for (int read = stream.read(part, 0, size); read >= 0; read = stream.read(part, 0, size)) {
            all.put(part, 0, read);
        }
        return Arrays.copyOf(all.array(), all.position());
    }

    private static byte[] random(int size) {
        byte[] octets = new byte[size];
        new Random(size).nextBytes(octets);
        return octets;
    }

    @Test
    void delegatedTasksAreLeftToHelpersAndTheStreamSaysWhenTheyAreDone() throws IOException {
        TlsPeer peer = new TlsPeer(transport, "TLSv1.3");
        stream.onProgress(() -> progress++);
        peer.step();
        assertThat(stream.handshake()).isFalse();
        assertThat(helpers).hasSize(1);
        assertThat(stream.handshake()).as("while a helper is inside the engine").isFalse();
        assertThat(helpers).hasSize(1);
        runHelpers();
        assertThat(progress).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1_000, 16_383, 16_384, 40_000})
    void contentArrivesWhateverTheReaderHasRoomFor(int size) throws IOException {
        TlsPeer peer = open("TLSv1.3");
        byte[] sent = random(100_000);
        peer.write(sent);
        assertThat(readAll(size)).isEqualTo(sent);
        assertThat(buffers.lent).as("buffers of an idle stream").isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 100, 20_000})
    void contentArrivesHoweverTheTransportCutsIt(int piece) throws IOException {
        TlsPeer peer = open("TLSv1.3");
        byte[] sent = random(40_000);
        peer.write(sent);
        transport.maxRead = piece;
        assertThat(readAll(8_192)).isEqualTo(sent);
    }

    @Test
    void leftOverContentIsReady() throws IOException {
        TlsPeer peer = open("TLSv1.3");
        peer.write(random(10));
        transport.input().restore();
        assertThat(stream.read(new byte[4], 0, 4)).isEqualTo(4);
        assertThat(stream.input().isReady()).isTrue();
        assertThat(stream.read(new byte[40], 0, 40)).isEqualTo(6);
    }

    /** Octets count as written when the transport has them all: the writer offers the rest again, and only that. */
    @ParameterizedTest
    @ValueSource(ints = {1, 20, 1_000, 16_000, 60_000})
    void contentLeavesOnceHoweverLittleTheTransportTakes(int room) throws IOException {
        TlsPeer peer = open("TLSv1.3");
        byte[] content = random(50_000);
        int written = 0;
        int refused = 0;
        while (written < content.length) {
            transport.room = room;
            int count = stream.write(content, written, content.length - written, false);
            if (count == Stream.WOULD_BLOCK) {
                refused++;
                transport.output().restore();
            } else {
                written += count;
                assertThat(transport.room).as("all of it has left").isGreaterThanOrEqualTo(0);
            }
        }
        assertThat(refused == 0).isEqualTo(room > content.length);
        assertThat(peer.read()).isEqualTo(content);
        assertThat(buffers.lent).isZero();
    }

    @Test
    void contentBeforeABrokenRecordIsGivenOut() throws IOException {
        TlsPeer peer = open("TLSv1.3");
        peer.write(random(5));
        transport.deliver(
                ByteBuffer.allocate(25).put(new byte[] {23, 3, 3, 0, 20}).rewind());
        byte[] part = new byte[100];
        assertThat(stream.read(part, 0, 100)).isEqualTo(5);
        assertThatThrownBy(() -> stream.read(part, 0, 100)).isInstanceOf(SSLException.class);
        assertThatThrownBy(() -> stream.read(part, 0, 100)).isInstanceOf(SSLException.class);
        assertThat(transport.sent()).as("octets of the alert").isPositive();
    }

    @Test
    void aKeyUpdateIsAnswered() throws IOException {
        TlsPeer peer = open("TLSv1.3");
        peer.updateKeys();
        peer.write(random(5));
        assertThat(readAll(10)).hasSize(5);
        assertThat(transport.sent()).as("octets of the answer").isPositive();
        stream.write(random(5), 0, 5, false);
        assertThat(peer.read()).isEqualTo(random(5));
    }

    @Test
    void anAnswerWaitsForTheWriterWhoseRecordIsOnItsWay() throws IOException {
        TlsPeer peer = open("TLSv1.3");
        transport.room = 100;
        assertThat(stream.write(random(5_000), 0, 5_000, false)).isEqualTo(Stream.WOULD_BLOCK);
        peer.updateKeys();
        assertThat(readAll(10)).isEmpty();
        transport.room = 100_000;
        transport.output().restore();
        assertThat(stream.write(random(5_000), 0, 5_000, false)).isEqualTo(5_000);
        assertThat(peer.read()).isEqualTo(random(5_000));
    }

    /** Otherwise the next writer would wait for him for ever: whoever answers a failure writes once more. */
    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aWriterWhoFailsWithAnAnswerDueLeaves() throws IOException {
        TlsPeer peer = open("TLSv1.3");
        transport.duringWrite = () -> {
            transport.duringWrite = () -> {
                throw PeerGoneException.reset();
            };
            peer.updateKeys();
            assertThat(readAll(10)).isEmpty();
            throw PeerGoneException.reset();
        };
        assertThatThrownBy(() -> stream.write(random(5), 0, 5, false)).isInstanceOf(PeerGoneException.class);
        assertThatThrownBy(() -> stream.write(random(5), 0, 5, false)).isInstanceOf(PeerGoneException.class);
    }

    @Test
    void aHandshakeThatNoHelperCanBeHadForFails() throws IOException {
        OutOfMemoryError noThread = new OutOfMemoryError("unable to create native thread");
        TlsStream refused = new TlsStream(transport, TlsContexts.of(TlsPeer.server()), List.of(), buffers, task -> {
            throw noThread;
        });
        new TlsPeer(transport, "TLSv1.3").step();
        assertThatThrownBy(refused::handshake)
                .isInstanceOfSatisfying(
                        HandshakeException.class, e -> assertThat(e.reason()).isEqualTo(HandshakeFailure.OTHER))
                .hasRootCause(noThread);
        assertThat(buffers.lent).isZero();
    }

    @Test
    void recordsWithoutContentHaveAnEnd() throws IOException {
        TlsPeer peer = open("TLSv1.3");
        for (int i = 0; i < 40; i++) {
            peer.updateKeys();
        }
        assertThatThrownBy(() -> readAll(10)).isInstanceOf(SSLException.class).hasMessageContaining("without content");
    }

    @Test
    void answersThatNobodyReadsHaveAnEnd() throws IOException {
        TlsPeer peer = open("TLSv1.3");
        transport.room = 0;
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100; i++) {
                        peer.updateKeys();
                        peer.write(random(1));
                        readAll(10);
                    }
                })
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("more than it reads");
    }

    @Test
    void aClientThatRenegotiatesIsRefused() throws IOException {
        TlsPeer peer = open("TLSv1.2");
        peer.renegotiate();
        assertThatThrownBy(() -> readAll(10)).isInstanceOf(SSLException.class).hasMessageContaining("renegotiate");
        assertThat(helpers).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void theEndIsAnEndIfItIsAnnounced(String protocol) throws IOException {
        TlsPeer peer = open(protocol);
        peer.write(random(3));
        peer.close();
        byte[] part = new byte[10];
        assertThat(stream.read(part, 0, 10)).isEqualTo(3);
        assertThat(stream.read(part, 0, 10)).isEqualTo(Stream.EOF);
        assertThat(stream.read(part, 0, 10)).isEqualTo(Stream.EOF);
        assertThat(stream.isTruncated()).isFalse();
    }

    @Test
    void anEndThatIsNotAnnouncedIsTruncated() throws IOException {
        TlsPeer peer = open("TLSv1.3");
        peer.write(random(3));
        transport.ended = true;
        byte[] part = new byte[10];
        assertThat(stream.read(part, 0, 10)).isEqualTo(3);
        assertThat(stream.read(part, 0, 10)).isEqualTo(Stream.EOF);
        assertThat(stream.isTruncated()).isTrue();
    }

    @Test
    void ourEndIsAnnounced() throws IOException {
        TlsPeer peer = open("TLSv1.3");
        stream.shutdownOutput();
        assertThat(peer.read()).isEmpty();
        assertThat(peer.isInboundDone()).isTrue();
        assertThat(buffers.lent).isZero();
    }

    @Test
    void anAlertOfTheClientEndsTheHandshake() throws IOException {
        TlsPeer peer = new TlsPeer(transport, "TLSv1.3");
        peer.distrust();
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100; i++) {
                        stream.handshake();
                        runHelpers();
                        peer.stepOrAlert();
                    }
                })
                .isInstanceOfSatisfying(HandshakeException.class, e -> assertThat(e.reason())
                        .isEqualTo(HandshakeFailure.REFUSED_BY_CLIENT));
        assertThat(buffers.lent).isZero();
    }

    @Test
    void aFailureIsToldByAnAlert() throws IOException {
        transport.deliver(ByteBuffer.wrap(new byte[] {22, 3, 1, 0, 4, 1, 0, 0, 0}));
        assertThat(stream.handshake()).isFalse();
        runHelpers();
        assertThatThrownBy(stream::handshake).isInstanceOf(HandshakeException.class);
        assertThat(transport.toPeer().get(0)).as("content type").isEqualTo((byte) 21);
        assertThat(buffers.lent).isZero();
    }
}
