package io.netpoll.servlet.resource;

import io.netpoll.servlet.syntax.HttpDates;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evaluates a request's conditions in the order of RFC 9110 §13.2.2. The validators here are a weak tag and a date. */
final class Preconditions {

    /** What follows from the conditions. */
    enum Outcome {
        PERFORM,
        NOT_MODIFIED,
        FAILED
    }

    private final HttpServletRequest request;
    private final String tag;
    private final long modified;
    private final long now;

    /**
     * Conditions that are still to be judged.
     *
     * @param modified when the resource was changed, ms since the epoch; 0 if that is not known
     * @param now the time, ms since the epoch
     */
    Preconditions(HttpServletRequest request, String tag, long modified, long now) {
        this.request = request;
        this.tag = tag;
        this.modified = modified;
        this.now = now;
    }

    Outcome evaluate() {
        String match = list("If-Match");
        if (match != null) {
            // The strong comparison: a weak tag never matches.
            return match.strip().equals("*") ? unlessUnmodified() : Outcome.FAILED;
        }
        Long unmodified = date("If-Unmodified-Since");
        if (unmodified != null && seconds(modified) > seconds(unmodified)) {
            return Outcome.FAILED;
        }
        return unlessUnmodified();
    }

    private Outcome unlessUnmodified() {
        String noneMatch = list("If-None-Match");
        if (noneMatch != null) {
            return contains(noneMatch) ? Outcome.NOT_MODIFIED : Outcome.PERFORM;
        }
        Long since = date("If-Modified-Since");
        boolean fresh = since != null && modified > 0 && seconds(modified) <= seconds(since);
        return fresh ? Outcome.NOT_MODIFIED : Outcome.PERFORM;
    }

    /**
     * Whether a Range field counts (§13.1.5). A weak tag in If-Range never does; nor does a date in the second that it names,
     * in which the resource may change once more (§8.8.2.2).
     */
    boolean rangeApplies() {
        String ifRange = request.getHeader("If-Range");
        if (ifRange == null) {
            return true;
        }
        Long date = date("If-Range");
        return date != null && seconds(date) == seconds(modified) && seconds(modified) < seconds(now);
    }

    /** The members of a list, which may come in several lines (§5.3); {@code null} if there is none. */
    private @Nullable String list(String name) {
        List<String> lines = Collections.list(request.getHeaders(name));
        return lines.isEmpty() ? null : String.join(",", lines);
    }

    private boolean contains(String tags) {
        String opaque = tag.substring(2);
        return Arrays.stream(tags.split(",", -1))
                .map(String::strip)
                .anyMatch(one -> one.equals("*") || one.equals(tag) || one.equals(opaque));
    }

    /** A date that cannot be read is as good as none, and so are several (§13.1.3). */
    private @Nullable Long date(String name) {
        List<String> lines = Collections.list(request.getHeaders(name));
        try {
            return lines.size() == 1 ? Long.valueOf(HttpDates.parse(lines.getFirst())) : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static long seconds(long millis) {
        return millis / 1000;
    }
}
