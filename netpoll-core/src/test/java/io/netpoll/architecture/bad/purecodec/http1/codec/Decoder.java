package io.netpoll.architecture.bad.purecodec.http1.codec;

import io.netpoll.architecture.bad.purecodec.http.Message;
import java.nio.charset.Charset;
import java.util.List;

/** Knows bytes, values and messages. */
record Decoder(Charset charset, List<Message> messages) {

    void decode(byte[] input, byte[][] more) {
        messages.add(new Message(new String(input, charset)));
        messages.add(new Message(new String(more[0], charset)));
    }
}
