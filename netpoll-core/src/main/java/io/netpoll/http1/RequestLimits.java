package io.netpoll.http1;

import io.netpoll.http.RequestHead;
import java.util.List;

/**
 * How much of a request, and how many of them, the server takes on.
 *
 * @param maxBodySize the most octets of content; −1 for any number
 * @param maxDiscarded the most octets of content nobody wanted that are read to find the next request; −1 for any number
 * @param maxWaiting how many requests may wait for a handler; −1 for any number
 * @param maxWait how long a request may wait for a handler, ns; 0 for any time
 * @param timeout how long a request may take altogether, ns; 0 for any time
 * @param exempt paths which, with everything below them, only the first two limits are for
 */
public record RequestLimits(
        long maxBodySize, long maxDiscarded, int maxWaiting, long maxWait, long timeout, List<String> exempt) {

    /** Whether a length of content is more than may be. */
    boolean isTooLarge(long length) {
        return maxBodySize >= 0 && length > maxBodySize;
    }

    /** How many octets may be discarded. */
    long discardable() {
        return maxDiscarded < 0 ? Long.MAX_VALUE : maxDiscarded;
    }

    /** Whether a request may have to end before its handler has. */
    boolean haveTimes() {
        return maxWait > 0 || timeout > 0;
    }

    /**
     * Whether the request is for a path that is exempt. A path that is not in its plainest form never is: where it leads is
     * for the handler to say.
     */
    boolean exempts(RequestHead request) {
        if (exempt.isEmpty()) {
            return false;
        }
        String path = request.path();
        return !path.contains("/.")
                && !path.contains("//")
                && path.indexOf('%') < 0
                && path.indexOf(';') < 0
                && exempt.stream().anyMatch(prefix -> isAtOrBelow(path, prefix));
    }

    private static boolean isAtOrBelow(String path, String prefix) {
        return path.startsWith(prefix) && (path.length() == prefix.length() || path.charAt(prefix.length()) == '/');
    }
}
