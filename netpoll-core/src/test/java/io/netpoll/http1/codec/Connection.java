package io.netpoll.http1.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http1.codec.Transcript.Message;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Feeds the decoders as a connection would: pieces of any size, from an array that is overwritten after each. */
final class Connection {

    static final HeadLimits LIMITS = new HeadLimits(300, 8);

    private final HeadLimits limits;
    private final RequestDecoder decoder;
    private final byte[] target;
    private final List<Message> messages = new ArrayList<>();
    private StringBuilder content = new StringBuilder();
    private @Nullable DecodedHead head;
    private @Nullable BodyDecoder body;

    private Connection(HeadLimits limits, int targetSize) {
        this.limits = limits;
        this.decoder = new RequestDecoder(limits);
        this.target = new byte[targetSize];
    }

    /** What comes of octets that arrive cut at these positions. */
    static Transcript transcript(byte[] octets, int... cuts) {
        return transcript(octets, 64, cuts);
    }

    static Transcript byteByByte(byte[] octets) {
        return transcript(octets, 1, IntStream.range(1, octets.length).toArray());
    }

    static Transcript transcript(byte[] octets, int targetSize, int[] cuts) {
        return transcript(LIMITS, octets, targetSize, cuts);
    }

    static Transcript transcript(HeadLimits limits, byte[] octets, int targetSize, int[] cuts) {
        Connection connection = new Connection(limits, targetSize);
        try {
            int from = 0;
            for (int cut : cuts) {
                connection.receive(octets, from, cut);
                from = cut;
            }
            connection.receive(octets, from, octets.length);
            connection.end();
            return new Transcript(connection.messages, null);
        } catch (ProtocolException e) {
            return new Transcript(connection.messages, e.violation());
        }
    }

    private void receive(byte[] octets, int from, int to) throws ProtocolException {
        int before = 3;
        byte[] buffer = new byte[before + to - from + 5];
        System.arraycopy(octets, from, buffer, before, to - from);
        int position = before;
        int limit = before + to - from;
        while (position < limit) {
            int next = body == null ? head(buffer, position, limit) : body(body, buffer, position, limit);
            assertThat(next).as("progress").isBetween(position + 1, limit);
            position = next;
        }
        Arrays.fill(buffer, (byte) '#');
    }

    private int head(byte[] buffer, int position, int limit) throws ProtocolException {
        int next = decoder.decode(buffer, position, limit);
        if (decoder.hasHead()) {
            DecodedHead taken = decoder.takeHead();
            head = taken;
            content = new StringBuilder();
            BodyDecoder chosen = BodyDecoder.of(taken, limits);
            body = chosen;
            finish(chosen);
        }
        return next;
    }

    private int body(BodyDecoder decoding, byte[] buffer, int position, int limit) throws ProtocolException {
        int next = decoding.decode(buffer, position, limit, target, 0, target.length);
        content.append(Wire.text(target, 0, decoding.produced()));
        finish(decoding);
        return next;
    }

    private void finish(BodyDecoder decoding) {
        if (decoding.isFinished() && head != null) {
            messages.add(Message.of(head, content.toString(), decoding.trailers()));
            body = null;
        }
    }

    private void end() throws ProtocolException {
        decoder.endOfInput();
        if (body != null) {
            body.endOfInput();
        }
    }
}
