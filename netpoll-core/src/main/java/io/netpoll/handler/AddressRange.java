package io.netpoll.handler;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** Addresses that begin with the same bits (RFC 4632 §3.1, RFC 4291 §2.3). */
final class AddressRange {

    /** An address of the range, of 4 or 16 octets. */
    private final byte[] prefix;

    /** How many bits count. */
    private final int bits;

    private AddressRange(byte[] prefix, int bits) {
        this.prefix = prefix;
        this.bits = bits;
    }

    /** A range, such as {@code 10.0.0.0/8} or {@code fc00::/7}, or a single address; {@code null} if the text is neither. */
    static @Nullable AddressRange parse(String text) {
        int slash = text.indexOf('/');
        InetAddress address = IpAddresses.parse((slash < 0 ? text : text.substring(0, slash)).strip());
        if (address == null) {
            return null;
        }
        byte[] octets = address.getAddress();
        int all = octets.length * Byte.SIZE;
        int bits =
                slash < 0 ? all : IpAddresses.number(text.substring(slash + 1).strip(), all);
        return bits < 0 ? null : new AddressRange(octets, bits);
    }

    /** Whether an address, of 4 or 16 octets, is in the range. */
    boolean contains(byte[] octets) {
        if (octets.length != prefix.length) {
            return false;
        }
        int whole = bits / Byte.SIZE;
        for (int i = 0; i < whole; i++) {
            if (octets[i] != prefix[i]) {
                return false;
            }
        }
        int rest = bits % Byte.SIZE;
        return rest == 0 || ((octets[whole] ^ prefix[whole]) & 0xFF) >> (Byte.SIZE - rest) == 0;
    }
}
