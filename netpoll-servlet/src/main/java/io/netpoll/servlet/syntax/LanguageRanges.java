package io.netpoll.servlet.syntax;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The languages a client prefers (RFC 9110 §12.5.4). */
public final class LanguageRanges {

    private record Weighted(Locale locale, double weight) {}

    private LanguageRanges() {}

    /**
     * The locales in order of preference.
     *
     * @param fields the values of all Accept-Language fields
     * @return possibly empty; members that are no language ranges, or have weight 0, are left out
     */
    public static List<Locale> parse(List<String> fields) {
        List<Weighted> found = new ArrayList<>();
        for (String field : fields) {
            for (String member : field.split(",", -1)) {
                read(member.strip(), found);
            }
        }
        found.sort(Comparator.comparingDouble(Weighted::weight).reversed());
        return found.stream().map(Weighted::locale).distinct().toList();
    }

    private static void read(String member, List<Weighted> found) {
        int semicolon = member.indexOf(';');
        String range = semicolon < 0 ? member : member.substring(0, semicolon).strip();
        double weight =
                semicolon < 0 ? 1 : weight(member.substring(semicolon + 1).strip());
        if (weight <= 0 || range.isEmpty() || range.indexOf('*') >= 0) {
            return;
        }
        Locale locale = Locale.forLanguageTag(range);
        if (!locale.getLanguage().isEmpty()) {
            found.add(new Weighted(locale, weight));
        }
    }

    private static double weight(String parameter) {
        if (!parameter.startsWith("q=") && !parameter.startsWith("Q=")) {
            return 1;
        }
        try {
            double weight = Double.parseDouble(parameter.substring(2).strip());
            return weight >= 0 && weight <= 1 ? weight : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
