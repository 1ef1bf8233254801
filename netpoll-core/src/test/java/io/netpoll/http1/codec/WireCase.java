package io.netpoll.http1.codec;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What arrives on a connection and what must come of it.
 *
 * @param id names the case
 * @param clause what it rests on
 * @param says what must hold
 * @param octets what arrives
 * @param gets the requests that reach the handler
 * @param refused the method of the request that the violation is in
 * @param ends how it ends: {@link #OPEN}, {@link #CLOSE}, {@link #QUIETLY}, or the name of a violation
 */
@SuppressWarnings("ArrayRecordComponent") // matters of style that a test is clearer without
public record WireCase(
        String id, String clause, String says, byte[] octets, List<Expected> gets, String refused, String ends) {

    /** The limits the cases are made for. */
    public static final HeadLimits LIMITS = new HeadLimits(1024, 16);

    /** The connection goes on. */
    public static final String OPEN = "open";

    /** The connection ends with the last answer. */
    public static final String CLOSE = "close";

    /** The client ends the connection and nobody is to blame. */
    public static final String QUIETLY = "quietly";

    /** What a handler is to see of a request; values of fields and trailers are all there are, none means none. */
    public record Expected(
            String method,
            String target,
            String content,
            Optional<String> authority,
            Map<String, List<String>> fields,
            Map<String, List<String>> trailers) {

        boolean isMetBy(SeenRequest seen) {
            return method.equals(seen.method())
                    && target.equals(seen.target())
                    && content.equals(seen.content())
                    && authority.map(seen.authority()::equals).orElse(true)
                    && agree(fields, seen.fields())
                    && agree(trailers, seen.trailers());
        }

        private static boolean agree(Map<String, List<String>> expected, Map<String, List<String>> seen) {
            return expected.entrySet().stream()
                    .allMatch(entry -> entry.getValue().equals(seen.getOrDefault(entry.getKey(), List.of())));
        }
    }

    /** Whether these requests are those that were to be seen, no more and no less. */
    public boolean isMetBy(List<SeenRequest> seen) {
        if (seen.size() != gets.size()) {
            return false;
        }
        for (int i = 0; i < seen.size(); i++) {
            if (!gets.get(i).isMetBy(seen.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** The violation that ends the connection, if one does. */
    public Optional<Violation> violation() {
        return switch (ends) {
            case OPEN, CLOSE, QUIETLY -> Optional.empty();
            default -> Optional.of(Violation.valueOf(ends));
        };
    }

    /** Whether it takes the end of the client's octets to see what is wrong with them. */
    public boolean needsEnd() {
        return ends.equals(QUIETLY)
                || violation()
                        .filter(v -> v == Violation.HEAD_INCOMPLETE || v == Violation.CONTENT_INCOMPLETE)
                        .isPresent();
    }

    @Override
    public String toString() {
        return id + ": " + says;
    }
}
