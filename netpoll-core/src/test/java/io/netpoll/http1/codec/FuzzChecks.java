package io.netpoll.http1.codec;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What fuzz targets check: plain Java, so that a fuzzer sees nothing but the codec. */
final class FuzzChecks {

    private static final String TOKEN_SIGNS = "!#$%&'*+-.^_`|~";

    private FuzzChecks() {}

    static void require(boolean holds, Supplier<String> otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise.get());
        }
    }

    static boolean isToken(String text) {
        return !text.isEmpty()
                && text.chars()
                        .allMatch(c -> (c >= '0' && c <= '9')
                                || (c >= 'A' && c <= 'Z')
                                || (c >= 'a' && c <= 'z')
                                || TOKEN_SIGNS.indexOf(c) >= 0);
    }

    static boolean isValue(String text) {
        return text.chars().allMatch(c -> c == '\t' || (c >= ' ' && c != 0x7F && c <= 0xFF));
    }

    static void requireClean(Map<String, List<String>> fields) {
        fields.forEach((name, values) -> {
            require(isToken(name), () -> "name " + name);
            values.forEach(value ->
                    require(isValue(value) && value.equals(trimmed(value)), () -> "value of " + name + ": " + value));
        });
    }

    /** Without the spaces and tabs around it. */
    static String trimmed(String value) {
        int from = 0;
        int to = value.length();
        while (from < to && (value.charAt(from) == ' ' || value.charAt(from) == '\t')) {
            from++;
        }
        while (to > from && (value.charAt(to - 1) == ' ' || value.charAt(to - 1) == '\t')) {
            to--;
        }
        return value.substring(from, to);
    }
}
