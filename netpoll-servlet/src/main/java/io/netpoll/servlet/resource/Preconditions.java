package io.netpoll.servlet.resource;

import io.netpoll.servlet.syntax.HttpDates;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
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

    Preconditions(HttpServletRequest request, String tag, long modified) {
        this.request = request;
        this.tag = tag;
        this.modified = modified;
    }

    Outcome evaluate() {
        String match = request.getHeader("If-Match");
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
        String noneMatch = request.getHeader("If-None-Match");
        if (noneMatch != null) {
            return contains(noneMatch) ? Outcome.NOT_MODIFIED : Outcome.PERFORM;
        }
        Long since = date("If-Modified-Since");
        boolean fresh = since != null && modified > 0 && seconds(modified) <= seconds(since);
        return fresh ? Outcome.NOT_MODIFIED : Outcome.PERFORM;
    }

    /** Whether a Range field counts (§13.1.5): a weak tag in If-Range never does. */
    boolean rangeApplies() {
        String ifRange = request.getHeader("If-Range");
        if (ifRange == null) {
            return true;
        }
        Long date = date("If-Range");
        return date != null && seconds(date) == seconds(modified);
    }

    private boolean contains(String tags) {
        String opaque = tag.substring(2);
        return Arrays.stream(tags.split(",", -1))
                .map(String::strip)
                .anyMatch(one -> one.equals("*") || one.equals(tag) || one.equals(opaque));
    }

    /** A date that cannot be read is as good as none (§13.1.3). */
    private @Nullable Long date(String name) {
        String value = request.getHeader(name);
        try {
            return value == null ? null : Long.valueOf(HttpDates.parse(value));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static long seconds(long millis) {
        return millis / 1000;
    }
}
