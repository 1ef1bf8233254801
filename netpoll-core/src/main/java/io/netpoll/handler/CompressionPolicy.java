package io.netpoll.handler;

import io.netpoll.http.FieldList;
import io.netpoll.http.Headers;
import io.netpoll.http.RequestHead;
import io.netpoll.http.ResponseHead;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Decides which responses are compressed, and what that does to their fields. */
final class CompressionPolicy {

    /** What becomes of a response. */
    enum Treatment {
        /** It is not for compression. */
        UNTOUCHED,
        /** It would be compressed for another client, and says so (RFC 9110 §12.5.5). */
        VARIES,
        /** It is compressed. */
        COMPRESSED
    }

    /** On an event loop nothing larger is compressed: this takes it a fraction of a millisecond. */
    static final int LOOP_LIMIT = 16 * 1024;

    private static final int NO_CONTENT = 204;
    private static final int RESET_CONTENT = 205;
    private static final int PARTIAL_CONTENT = 206;
    private static final int NOT_MODIFIED = 304;

    /**
     * Fields that say that the content is coded already, is a part of something, or is to arrive octet for octet (RFC 9110
     * §8.4, §14.4; RFC 9530; the last two are what RFC 9530 and RFC 7231 have made obsolete).
     */
    private static final List<String> OBSTACLES =
            List.of("Content-Encoding", "Content-Range", "Content-Digest", "Repr-Digest", "Digest", "Content-MD5");

    private final List<String> mediaTypes;
    private final long minimumSize;
    private final List<Pattern> excludedUserAgents;
    private final boolean weakenEntityTags;

    CompressionPolicy(CompressionOptions options) {
        this.mediaTypes =
                options.mediaTypes().stream().map(CompressionPolicy::beginning).toList();
        this.minimumSize = options.minimumSize();
        this.excludedUserAgents = options.excludedUserAgents();
        this.weakenEntityTags = options.weakenEntityTags();
    }

    private static String beginning(String mediaType) {
        String type = mediaType.strip();
        if (type.equals("*/*")) {
            return "";
        }
        return type.endsWith("*") ? type.substring(0, type.length() - 1) : type;
    }

    /**
     * What becomes of a response.
     *
     * @param length the octets of its content, negative if that is not known
     * @param onLoop whether an event loop would have to do it
     */
    Treatment decide(RequestHead request, ResponseHead head, long length, boolean onLoop) {
        if (head.status() == NOT_MODIFIED) {
            return mayBeOfCompressed(head.fields()) ? Treatment.VARIES : Treatment.UNTOUCHED;
        }
        boolean tooLarge = onLoop && (length < 0 || length > LOOP_LIMIT);
        if (tooLarge
                || (length >= 0 && length < minimumSize)
                || length == 0
                || !hasContent(request, head.status())
                || !isCompressible(head.fields())) {
            return Treatment.UNTOUCHED;
        }
        return AcceptEncoding.prefersGzip(request.headers()) && !isExcluded(request.headers())
                ? Treatment.COMPRESSED
                : Treatment.VARIES;
    }

    private static boolean hasContent(RequestHead request, int status) {
        return status != NO_CONTENT
                && status != RESET_CONTENT
                && status != PARTIAL_CONTENT
                && !request.method().equals("CONNECT");
    }

    private boolean isCompressible(FieldList fields) {
        String type = fields.first("Content-Type");
        return type != null && isListed(type) && isFree(fields);
    }

    /** A 304 has the Vary of the response it stands for (RFC 9110 §15.4.5), but hardly ever its type. */
    private boolean mayBeOfCompressed(FieldList fields) {
        String type = fields.first("Content-Type");
        return (type == null || isListed(type)) && isFree(fields);
    }

    private boolean isFree(FieldList fields) {
        return OBSTACLES.stream().noneMatch(fields::contains)
                && !fields.hasMember("Cache-Control", "no-transform") // RFC 9110 §7.7
                && (weakenEntityTags || !isStrong(fields.first("ETag")));
    }

    private boolean isListed(String type) {
        for (String beginning : mediaTypes) {
            if (type.regionMatches(true, 0, beginning, 0, beginning.length())) {
                return true;
            }
        }
        return false;
    }

    private boolean isExcluded(Headers headers) {
        if (excludedUserAgents.isEmpty()) {
            return false;
        }
        String userAgent = headers.first("User-Agent");
        return userAgent != null
                && excludedUserAgents.stream()
                        .anyMatch(pattern -> pattern.matcher(userAgent).matches());
    }

    /** Anything but a weak tag: an application's tag that is not well formed is not changed either. */
    private static boolean isStrong(@Nullable String entityTag) {
        return entityTag != null && !entityTag.startsWith("W/");
    }

    /** The head of a response that would be compressed for another client: a copy. */
    ResponseHead varying(RequestHead request, ResponseHead head) {
        ResponseHead copy = copy(head);
        addVary(copy.fields());
        String tag = copy.fields().first("ETag");
        if (head.status() == NOT_MODIFIED && tag != null && isStrong(tag) && asksForWeak(request.headers(), tag)) {
            copy.fields().set("ETag", "W/" + tag);
        }
        return copy;
    }

    /** Whether the client has the compressed form of what has this tag. */
    private static boolean asksForWeak(Headers headers, String tag) {
        return headers.hasMember("If-None-Match", "W/" + tag);
    }

    /** The head of a compressed response: a copy. */
    ResponseHead compressed(ResponseHead head) {
        ResponseHead copy = copy(head);
        FieldList fields = copy.fields();
        addVary(fields);
        fields.set("Content-Encoding", "gzip");
        // Ranges would be of the uncompressed content: another representation, with positions of its own (RFC 9110
        // §14).
        fields.remove("Accept-Ranges");
        fields.remove("Content-Length");
        String tag = fields.first("ETag");
        if (tag != null && isStrong(tag)) {
            fields.set("ETag", "W/" + tag);
        }
        return copy;
    }

    private static ResponseHead copy(ResponseHead head) {
        ResponseHead copy = new ResponseHead(head.status());
        FieldList fields = head.fields();
        for (int i = 0; i < fields.size(); i++) {
            copy.fields().add(fields.name(i), fields.value(i));
        }
        return copy;
    }

    private static void addVary(FieldList fields) {
        if (!fields.hasMember("Vary", "*") && !fields.hasMember("Vary", "Accept-Encoding")) {
            List<String> others = fields.all("Vary");
            others.removeIf(String::isBlank);
            others.add("Accept-Encoding");
            fields.set("Vary", String.join(", ", others));
        }
    }
}
