package io.netpoll.handler;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Which responses are compressed; immutable. The defaults are those of Spring Boot.
 *
 * @param mediaTypes beginnings of the media types to compress, compared without regard to case; an asterisk at the end is
 *     not needed
 * @param minimumSize content of a known length below that is not compressed; octets, not negative
 * @param excludedUserAgents clients whose User-Agent field matches one of these as a whole get no compressed content
 * @param weakenEntityTags whether a response with a strong entity tag is compressed and its tag made weak; if not, such a
 *     response is left as it is
 */
public record CompressionOptions(
        List<String> mediaTypes, long minimumSize, List<Pattern> excludedUserAgents, boolean weakenEntityTags) {

    /**
     * Checks every value.
     *
     * @throws IllegalArgumentException naming the first value that cannot be
     */
    public CompressionOptions {
        if (minimumSize < 0) {
            throw new IllegalArgumentException("minimumSize must not be negative, but is " + minimumSize);
        }
        mediaTypes = List.copyOf(mediaTypes);
        excludedUserAgents = List.copyOf(excludedUserAgents);
    }

    /** A builder that holds the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects options. Not safe for use by several threads. */
    public static final class Builder {

        private List<String> mediaTypes = List.of(
                "text/html",
                "text/xml",
                "text/plain",
                "text/css",
                "text/javascript",
                "application/javascript",
                "application/json",
                "application/xml");

        private long minimumSize = 2048;
        private List<Pattern> excludedUserAgents = List.of();
        private boolean weakenEntityTags;

        private Builder() {}

        /** Sets {@link CompressionOptions#mediaTypes}; default HTML, XML, plain text, CSS, JavaScript and JSON. */
        public Builder mediaTypes(List<String> mediaTypes) {
            this.mediaTypes = mediaTypes;
            return this;
        }

        /** Sets {@link CompressionOptions#minimumSize}; default 2 KiB. */
        public Builder minimumSize(long minimumSize) {
            this.minimumSize = minimumSize;
            return this;
        }

        /** Sets {@link CompressionOptions#excludedUserAgents}; default none. */
        public Builder excludedUserAgents(List<Pattern> excludedUserAgents) {
            this.excludedUserAgents = excludedUserAgents;
            return this;
        }

        /** Sets {@link CompressionOptions#weakenEntityTags}; default {@code false}. */
        public Builder weakenEntityTags(boolean weakenEntityTags) {
            this.weakenEntityTags = weakenEntityTags;
            return this;
        }

        /**
         * The options.
         *
         * @throws IllegalArgumentException naming the first value that cannot be
         */
        public CompressionOptions build() {
            return new CompressionOptions(mediaTypes, minimumSize, excludedUserAgents, weakenEntityTags);
        }
    }
}
