package io.netpoll.handler;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/** Ranges of internet addresses, such as {@code 10.0.0.0/8}, and single ones. Immutable. */
public final class AddressRanges {

    /** Private, link-local, loopback and shared addresses (RFC 1918, 3927, 6598, 4193, 4291). */
    public static final AddressRanges INTERNAL = of(List.of(
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "169.254.0.0/16",
            "127.0.0.0/8",
            "100.64.0.0/10",
            "fc00::/7",
            "fe80::/10",
            "::1"));

    private final List<String> texts;
    private final List<AddressRange> ranges = new ArrayList<>();

    private AddressRanges(List<String> texts) {
        this.texts = List.copyOf(texts);
        for (String text : texts) {
            AddressRange range = AddressRange.parse(text);
            if (range == null) {
                throw new IllegalArgumentException(
                        "Ranges must be IP addresses or ranges such as 10.0.0.0/8, but there is " + text);
            }
            ranges.add(range);
        }
    }

    /**
     * Ranges in the notation of RFC 4632 and RFC 4291, or single addresses; an empty list contains no address.
     *
     * @throws IllegalArgumentException naming the first text that is neither
     */
    public static AddressRanges of(List<String> texts) {
        return new AddressRanges(texts);
    }

    /** Whether an address is in one of the ranges. */
    public boolean contains(InetAddress address) {
        byte[] octets = address.getAddress();
        for (AddressRange range : ranges) {
            if (range.contains(octets)) {
                return true;
            }
        }
        return false;
    }

    /** The ranges as they were given. */
    public List<String> texts() {
        return texts;
    }

    @Override
    public String toString() {
        return texts.toString();
    }
}
