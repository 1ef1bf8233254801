package io.netpoll.http1;

import io.netpoll.http.Headers;
import java.util.List;

/**
 * The media types of responses that have no end.
 *
 * @param mediaTypes types without parameters (RFC 9110 §8.3.1)
 */
public record StreamTypes(List<String> mediaTypes) {

    /** Whether fields say that their content is of such a type. */
    boolean matches(Headers fields) {
        String type = fields.first("Content-Type");
        if (type == null) {
            return false;
        }
        for (String mediaType : mediaTypes) {
            if (type.regionMatches(true, 0, mediaType, 0, mediaType.length()) && endsAt(type, mediaType.length())) {
                return true;
            }
        }
        return false;
    }

    private static boolean endsAt(String type, int index) {
        return type.length() == index || ";, \t".indexOf(type.charAt(index)) >= 0;
    }
}
