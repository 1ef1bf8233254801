package io.netpoll.handler;

import io.netpoll.http.Headers;
import java.util.Locale;

/** What a client says of content codings (RFC 9110 §12.5.3). */
final class AcceptEncoding {

    private static final int FULL = 1000;
    private static final int UNSAID = -1;
    private static final int MAX_DECIMALS = 3;

    private int gzip = UNSAID;
    private int identity = UNSAID;
    private int others = UNSAID;

    private AcceptEncoding() {}

    /**
     * Whether content should be sent with gzip: the client names it, or everything, with a quality above zero and not below
     * that of identity if it names that. A client that says nothing accepts anything, but may not be able to decode it.
     */
    static boolean prefersGzip(Headers headers) {
        AcceptEncoding said = new AcceptEncoding();
        for (int i = 0; i < headers.size(); i++) {
            if (headers.name(i).equalsIgnoreCase("Accept-Encoding")) {
                for (String member : headers.value(i).split(",", -1)) {
                    said.add(member.strip());
                }
            }
        }
        int quality = said.gzip == UNSAID ? said.others : said.gzip;
        return quality > 0 && quality >= said.identity;
    }

    private void add(String member) {
        int semicolon = member.indexOf(';');
        String coding = (semicolon < 0 ? member : member.substring(0, semicolon).stripTrailing());
        int quality =
                semicolon < 0 ? FULL : weight(member.substring(semicolon + 1).strip());
        switch (coding.toLowerCase(Locale.ROOT)) {
            case "gzip", "x-gzip" -> gzip = Math.max(gzip, quality);
            case "identity" -> identity = Math.max(identity, quality);
            case "*" -> others = Math.max(others, quality);
            default -> {}
        }
    }

    /** A quality in thousandths (RFC 9110 §12.4.2); what is none counts as zero: nobody knows what was meant. */
    private static int weight(String parameter) {
        boolean isQuality = parameter.length() > 2 && (parameter.charAt(0) | 0x20) == 'q' && parameter.charAt(1) == '=';
        if (!isQuality || parameter.length() > 4 + MAX_DECIMALS) {
            return 0;
        }
        int quality = 0;
        int unit = FULL;
        for (int i = 2; i < parameter.length(); i++) {
            char c = parameter.charAt(i);
            boolean isPoint = i == 3;
            if (isPoint ? c != '.' : c < '0' || c > '9') {
                return 0;
            }
            if (!isPoint) {
                quality += (c - '0') * unit;
                unit /= 10;
            }
        }
        return quality > FULL ? 0 : quality;
    }
}
