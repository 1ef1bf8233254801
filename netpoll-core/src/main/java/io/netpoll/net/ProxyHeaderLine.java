package io.netpoll.net;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Version 1, a line of text (proxy-protocol.txt §2.1):
 *
 * <pre>
 *   PROXY TCP4 192.0.2.1 198.51.100.1 56324 443␍␊
 *   PROXY TCP6 2001:db8::1 2001:db8::2 56324 443␍␊
 *   PROXY UNKNOWN anything␍␊
 * </pre>
 */
final class ProxyHeaderLine implements ProxyHeaderForm {

    /** {@code PROXY UNKNOWN␍␊}: no line is shorter. */
    static final int LEAST = 15;

    /** The worst case of the specification. */
    static final int MOST = 107;

    private static final int MAX_PORT = 65_535;
    private static final int MAX_OCTET = 255;
    private static final int FIELDS = 6;
    private static final int IPV4_NUMBERS = 4;
    private static final byte[] BEGINNING = "PROXY ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] UNKNOWN = "PROXY UNKNOWN".getBytes(StandardCharsets.US_ASCII);

    /** No zone, and no group of more than four digits; the rest is for the JDK to judge. */
    private static final Pattern IPV6 =
            Pattern.compile("([0-9A-Fa-f]{0,4}:)+([0-9A-Fa-f]{0,4}|(?<ipv4>[0-9]+([.][0-9]+){3}))");

    private final byte[] line = new byte[MOST];
    private int length;
    private int spaces;
    private ProxyHeader header = ProxyHeader.UNSAID;
    private boolean complete;

    @Override
    public int wanted() {
        if (complete) {
            return 0;
        }
        if (endsWith('\r')) {
            return 1;
        }
        int fieldsToCome = isUnknown() ? 0 : Math.max(0, FIELDS - 1 - spaces);
        // Each has a space before it and an octet at least, and the line's end has two.
        int wanted = Math.max(LEAST - length, length < LEAST ? 0 : 2 * fieldsToCome + 2);
        return Math.min(wanted, Math.max(1, MOST - length));
    }

    @Override
    public void add(byte octet) throws ProxyHeaderException {
        if (length < BEGINNING.length && octet != BEGINNING[length]) {
            throw new ProxyHeaderException(ProxyHeaderFailure.NO_HEADER);
        }
        if (length == MOST) {
            throw new ProxyHeaderException(ProxyHeaderFailure.LINE_TOO_LONG);
        }
        if ((octet == '\n') != endsWith('\r')) {
            throw malformed(); // neither may stand alone
        }
        line[length++] = octet;
        if (octet == ' ') {
            spaces++;
        } else if (octet == '\n') {
            header = isUnknown() ? ProxyHeader.UNSAID : parse();
            complete = true;
        }
    }

    private boolean endsWith(char octet) {
        return length > 0 && line[length - 1] == octet;
    }

    /** What follows that word is of no account, but it is a word. */
    private boolean isUnknown() {
        return length > UNKNOWN.length
                && Arrays.equals(line, 0, UNKNOWN.length, UNKNOWN, 0, UNKNOWN.length)
                && (line[UNKNOWN.length] == ' ' || line[UNKNOWN.length] == '\r');
    }

    private ProxyHeader parse() throws ProxyHeaderException {
        String[] fields = new String(line, 0, length - 2, StandardCharsets.ISO_8859_1).split(" ", -1);
        if (fields.length != FIELDS) {
            throw malformed();
        }
        return new ProxyHeader(
                address(fields[1], fields[2], number(fields[4], MAX_PORT)),
                address(fields[1], fields[3], number(fields[5], MAX_PORT)));
    }

    private static InternetAddress address(String family, String text, int port) throws ProxyHeaderException {
        return switch (family) {
            case "TCP4" -> new InternetAddress.V4(ipv4(text), port);
            case "TCP6" -> InternetAddress.of(ipv6(text), port);
            default -> throw malformed();
        };
    }

    private static int ipv4(String text) throws ProxyHeaderException {
        String[] numbers = text.split("\\.", -1);
        if (numbers.length != IPV4_NUMBERS) {
            throw malformed();
        }
        int address = 0;
        for (String number : numbers) {
            address = address << Byte.SIZE | number(number, MAX_OCTET);
        }
        return address;
    }

    /** inet_ntop(3) writes the last 32 bits of some addresses in the form of IPv4. */
    private static InetAddress ipv6(String text) throws ProxyHeaderException {
        Matcher form = IPV6.matcher(text);
        if (!form.matches()) {
            throw malformed();
        }
        String ipv4 = form.group("ipv4");
        if (ipv4 != null) {
            ipv4(ipv4);
        }
        try {
            return InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException e) {
            throw malformed();
        }
    }

    /** Decimal digits, without a zero at the front of others. */
    private static int number(String text, int most) throws ProxyHeaderException {
        int number = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9 || (i > 0 && number == 0)) {
                throw malformed();
            }
            number = number * 10 + digit;
            if (number > most) {
                throw malformed();
            }
        }
        if (text.isEmpty()) {
            throw malformed();
        }
        return number;
    }

    private static ProxyHeaderException malformed() {
        return new ProxyHeaderException(ProxyHeaderFailure.MALFORMED_LINE);
    }

    @Override
    public ProxyHeader header() {
        return header;
    }
}
