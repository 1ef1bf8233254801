package io.netpoll.http1.codec;

import java.util.Arrays;
import java.util.Random;

/**
 * Fuzz target: whatever arrives is decoded or refused, alike however it is cut, and what is decoded is clean. Jazzer calls
 * {@link #fuzzerTestOneInput}.
 */
public final class FuzzRequests {

    private static final HeadLimits LIMITS = new HeadLimits(512, 12);

    private FuzzRequests() {}

    /** Fails with an error if the octets bring the decoders to something they must not do. */
    public static void fuzzerTestOneInput(byte[] octets) {
        Transcript whole = Connection.transcript(LIMITS, octets, 64, new int[0]);
        Random random = new Random(Arrays.hashCode(octets));
        int[] cuts =
                random.ints(random.nextInt(8), 0, octets.length + 1).sorted().toArray();
        Transcript pieces = Connection.transcript(LIMITS, octets, 1 + random.nextInt(9), cuts);
        FuzzChecks.require(whole.equals(pieces), () -> whole + " in one piece, else " + pieces);
        whole.messages().forEach(message -> check(message.seen()));
    }

    private static void check(SeenRequest request) {
        FuzzChecks.require(FuzzChecks.isToken(request.method()), () -> "method of " + request);
        FuzzChecks.require(
                request.target().chars().allMatch(c -> c > ' ' && c < 0x7F && c != '#'), () -> "target of " + request);
        FuzzChecks.require(
                request.authority().chars().noneMatch(c -> c <= ' ' || c > '~' || "@/?#\\,".indexOf(c) >= 0),
                () -> "authority of " + request);
        FuzzChecks.requireClean(request.fields());
        FuzzChecks.requireClean(request.trailers());
        boolean hasLength = request.fields().containsKey("Content-Length");
        boolean hasCoding = request.fields().containsKey("Transfer-Encoding");
        FuzzChecks.require(!hasLength || !hasCoding, () -> "framed twice: " + request);
        FuzzChecks.require(
                hasLength || hasCoding || request.content().isEmpty(), () -> "content without framing: " + request);
    }
}
