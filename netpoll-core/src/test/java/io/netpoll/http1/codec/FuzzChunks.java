package io.netpoll.http1.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fuzz target: chunked content that is accepted is what the plainest reading of RFC 9112 §7.1 makes of it, however it is
 * cut. Jazzer calls {@link #fuzzerTestOneInput}.
 */
public final class FuzzChunks {

    private static final HeadLimits LIMITS = new HeadLimits(512, 12);
    private static final String HEAD = "POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎";

    /** A size, and an extension of any octets that end no line. */
    private static final Pattern LINE = Pattern.compile("([0-9A-Fa-f]+)([ \\t]*;[^\\r\\n]*)?\\r\\n", Pattern.DOTALL);

    private static final Pattern TRAILERS = Pattern.compile("([^\\r\\n]+\\r\\n)*\\r\\n");

    private FuzzChunks() {}

    /** Fails with an error if the octets bring the decoder to something it must not do. */
    public static void fuzzerTestOneInput(byte[] octets) {
        byte[] head = Wire.octets(HEAD);
        byte[] request = Arrays.copyOf(head, head.length + octets.length);
        System.arraycopy(octets, 0, request, head.length, octets.length);
        Transcript whole = Connection.transcript(LIMITS, request, 64, new int[0]);
        Random random = new Random(Arrays.hashCode(octets));
        int[] cuts = random.ints(random.nextInt(8), head.length, request.length + 1)
                .sorted()
                .toArray();
        Transcript pieces = Connection.transcript(LIMITS, request, 1 + random.nextInt(9), cuts);
        FuzzChecks.require(whole.equals(pieces), () -> whole + " in one piece, else " + pieces);
        if (!whole.messages().isEmpty()) {
            SeenRequest seen = whole.messages().getFirst().seen();
            String expected = plainly(new String(octets, StandardCharsets.ISO_8859_1));
            FuzzChecks.require(seen.content().equals(expected), () -> "content of " + seen + ", not " + expected);
            FuzzChecks.requireClean(seen.trailers());
        }
    }

    private static String plainly(String text) {
        StringBuilder content = new StringBuilder();
        int position = 0;
        while (true) {
            Matcher line = LINE.matcher(text).region(position, text.length());
            FuzzChecks.require(line.lookingAt(), () -> "accepted without a size line: " + text);
            long size = Long.parseLong(line.group(1), 16);
            position = line.end();
            if (size == 0) {
                Matcher trailers = TRAILERS.matcher(text).region(position, text.length());
                FuzzChecks.require(trailers.lookingAt(), () -> "accepted without an end: " + text);
                return content.toString();
            }
            int end = (int) Math.min(text.length(), position + size);
            FuzzChecks.require(text.startsWith("\r\n", end), () -> "accepted without the data's end: " + text);
            content.append(text, position, end);
            position = end + 2;
        }
    }
}
