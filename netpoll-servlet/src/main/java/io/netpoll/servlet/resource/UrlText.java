package io.netpoll.servlet.resource;

import java.net.URI;
import java.net.URISyntaxException;

/** Text that becomes part of a URL. */
final class UrlText {

    private UrlText() {}

    /** A path with everything encoded that may not stand in one. */
    static String encodePath(String path) {
        try {
            String encoded = new URI(null, null, "/" + path, null).toASCIIString();
            return encoded.substring(1);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("Not a path: " + path, e);
        }
    }
}
