package io.netpoll.servlet.resource;

import java.util.List;
import java.util.Locale;

/** Which codings a client takes (RFC 9110 §12.5.3). */
final class AcceptEncoding {

    private final List<String> fields;

    AcceptEncoding(List<String> fields) {
        this.fields = fields;
    }

    /** The weight of a coding, from 0, not acceptable, to 1000. */
    int weight(String token) {
        int any = 0;
        for (String field : fields) {
            for (String member : field.split(",", -1)) {
                int semicolon = member.indexOf(';');
                String name = (semicolon < 0 ? member : member.substring(0, semicolon))
                        .strip()
                        .toLowerCase(Locale.ROOT);
                if (name.equals(token) || name.equals("x-" + token)) {
                    return quality(member, semicolon);
                }
                if (name.equals("*")) {
                    any = quality(member, semicolon);
                }
            }
        }
        return any;
    }

    /** What is no weight is none: the plain resource is never wrong. */
    private static int quality(String member, int semicolon) {
        if (semicolon < 0) {
            return 1000;
        }
        String parameter = member.substring(semicolon + 1).strip();
        if (!parameter.matches("[qQ]=(0(\\.\\d{0,3})?|1(\\.0{0,3})?)")) {
            return 0;
        }
        return (int) Math.round(Double.parseDouble(parameter.substring(2)) * 1000);
    }
}
