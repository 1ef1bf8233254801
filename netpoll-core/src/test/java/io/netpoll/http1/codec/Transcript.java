package io.netpoll.http1.codec;

import io.netpoll.http.Headers;
import io.netpoll.http.HttpVersion;
import io.netpoll.http.TargetForm;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All there is to say of what the decoders made of one connection's octets. */
record Transcript(List<Message> messages, @Nullable Violation violation) {

    record Message(
            String method,
            String target,
            TargetForm form,
            @Nullable String scheme,
            String authority,
            String path,
            @Nullable String query,
            HttpVersion version,
            List<String> fields,
            BodyFraming framing,
            long contentLength,
            boolean keepAlive,
            boolean expectsContinue,
            String content,
            List<String> trailers,
            SeenRequest seen) {

        static Message of(DecodedHead head, String content, Headers trailers) {
            return new Message(
                    head.method(),
                    head.target(),
                    head.targetForm(),
                    head.scheme(),
                    head.authority(),
                    head.path(),
                    head.query(),
                    head.version(),
                    lines(head.headers()),
                    head.bodyFraming(),
                    head.contentLength(),
                    head.keepAlive(),
                    head.expectsContinue(),
                    content,
                    lines(trailers),
                    SeenRequest.of(head, content, trailers));
        }

        private static List<String> lines(Headers headers) {
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < headers.size(); i++) {
                lines.add(headers.name(i) + ": " + headers.value(i));
            }
            return lines;
        }
    }
}
