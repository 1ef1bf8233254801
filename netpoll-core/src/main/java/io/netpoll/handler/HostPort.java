package io.netpoll.handler;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A host and perhaps a port (RFC 3986 §3.2). Narrower than the RFC, which allows almost anything in a name: what a proxy says
 * here ends up in redirects.
 *
 * @param host a name, an IPv4 address, or an IPv6 address in brackets
 * @param port the port, or −1 if there is none
 */
record HostPort(String host, int port) {

    private static final int MAX_PORT = 65_535;
    private static final Pattern FORM =
            Pattern.compile("(?<host>[A-Za-z0-9._~-]+|\\[(?<ipv6>[0-9A-Fa-f:.]+)])(:(?<port>[0-9]*))?");

    /** Reads an authority; {@code null} if it is none. */
    static @Nullable HostPort parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        String ipv6 = matcher.group("ipv6");
        if (ipv6 != null && (ipv6.indexOf(':') < 0 || IpAddresses.parse(ipv6) == null)) {
            return null;
        }
        String digits = matcher.group("port");
        if (digits == null || digits.isEmpty()) {
            return new HostPort(matcher.group("host"), -1);
        }
        int port = IpAddresses.number(digits, MAX_PORT);
        return port < 0 ? null : new HostPort(matcher.group("host"), port);
    }

    /** Splits an authority that the server has checked already. */
    static HostPort ofChecked(String authority) {
        int colon = authority.lastIndexOf(':');
        if (colon < 0 || authority.indexOf(']') > colon) {
            return new HostPort(authority, -1);
        }
        return new HostPort(authority.substring(0, colon), IpAddresses.port(authority.substring(colon + 1)));
    }

    /** The authority, without a port that goes without saying (RFC 9110 §4.2.3). */
    String authority(boolean secure) {
        int goesWithoutSaying = secure ? 443 : 80;
        return port < 0 || port == goesWithoutSaying ? host : host + ":" + port;
    }
}
