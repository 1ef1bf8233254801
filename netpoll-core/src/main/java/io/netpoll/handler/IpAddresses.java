package io.netpoll.handler;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** Addresses as text, never looked up by name. */
final class IpAddresses {

    private static final int IPV4_LENGTH = 4;
    private static final int MAX_OCTET = 255;
    private static final int MAX_PORT = 65_535;

    private IpAddresses() {}

    /**
     * An IPv4 address of four decimal numbers, or an IPv6 address without brackets and zone; one of IPv4 in the form of IPv6
     * is one of IPv4.
     *
     * @return {@code null} if the text is neither
     */
    static @Nullable InetAddress parse(String text) {
        try {
            if (text.indexOf(':') < 0) {
                byte[] octets = ipv4(text);
                return octets == null ? null : InetAddress.getByAddress(octets);
            }
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c > 'f' || (Character.digit(c, 16) < 0 && c != ':' && c != '.')) {
                    return null;
                }
            }
            return InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException | UnknownHostException e) {
            return null;
        }
    }

    private static byte @Nullable [] ipv4(String text) {
        String[] numbers = text.split("\\.", -1);
        if (numbers.length != IPV4_LENGTH) {
            return null;
        }
        byte[] octets = new byte[IPV4_LENGTH];
        for (int i = 0; i < IPV4_LENGTH; i++) {
            int number = number(numbers[i], MAX_OCTET);
            if (number < 0 || (numbers[i].length() > 1 && numbers[i].startsWith("0"))) {
                return null;
            }
            octets[i] = (byte) number;
        }
        return octets;
    }

    /**
     * An address with or without a port: {@code 192.0.2.1}, {@code 192.0.2.1:80}, {@code 2001:db8::1}, {@code [2001:db8::1]},
     * {@code [2001:db8::1]:80}.
     *
     * @return the port is 0 if there is none; {@code null} if the text is nothing of this
     */
    static @Nullable InetSocketAddress parseWithPort(String text) {
        String host = text;
        String port = null;
        if (text.startsWith("[")) {
            int bracket = text.indexOf(']');
            if (text.indexOf(':') < 0 || text.indexOf(':') > bracket) {
                return null;
            }
            host = text.substring(1, bracket);
            if (bracket + 1 < text.length()) {
                if (text.charAt(bracket + 1) != ':') {
                    return null;
                }
                port = text.substring(bracket + 2);
            }
        } else if (text.indexOf(':') >= 0 && text.indexOf(':') == text.lastIndexOf(':')) {
            host = text.substring(0, text.indexOf(':'));
            port = text.substring(text.indexOf(':') + 1);
        }
        InetAddress address = parse(host);
        int number = port == null ? 0 : number(port, MAX_PORT);
        return address == null || number < 0 ? null : new InetSocketAddress(address, number);
    }

    /** A port that one can connect to; −1 if the text is none. */
    static int port(String text) {
        int number = number(text, MAX_PORT);
        return number == 0 ? -1 : number;
    }

    /** Decimal digits and nothing else; −1 if the text is not that, or more than the most. */
    static int number(String text, int most) {
        int number = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            number = number * 10 + (c - '0');
            if (number > most) {
                return -1;
            }
        }
        return text.isEmpty() ? -1 : number;
    }
}
