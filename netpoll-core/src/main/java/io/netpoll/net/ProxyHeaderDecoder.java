package io.netpoll.net;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the header of the PROXY protocol at the beginning of a connection, of version 1 or 2
 * (<a href="https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt">proxy-protocol.txt</a>), however it is cut into
 * pieces. The first octet says which version it can be. Without any I/O; used by one thread.
 */
final class ProxyHeaderDecoder {

    private @Nullable ProxyHeaderForm form;

    /** How many octets are sure to come before the header ends; 0 when it is complete. */
    int wanted() {
        return form == null ? ProxyHeaderLine.LEAST : form.wanted(); // the shortest header is a line
    }

    /** Whether an octet has come. */
    boolean isBegun() {
        return form != null;
    }

    /**
     * Takes octets up to the header's end.
     *
     * @return where those begin that were not taken
     * @throws ProxyHeaderException if they are not the header's
     */
    int decode(byte[] octets, int from, int to) throws ProxyHeaderException {
        int at = from;
        while (at < to && wanted() > 0) {
            byte octet = octets[at++];
            if (form == null) {
                form = form(octet);
            }
            form.add(octet);
        }
        return at;
    }

    private static ProxyHeaderForm form(byte first) throws ProxyHeaderException {
        return switch (first) {
            case 'P' -> new ProxyHeaderLine();
            case '\r' -> new ProxyHeaderBlock();
            default -> throw new ProxyHeaderException(ProxyHeaderFailure.NO_HEADER);
        };
    }

    /** What the header says; only when it is complete. */
    ProxyHeader header() {
        return Objects.requireNonNull(form, "Nothing has come").header();
    }
}
