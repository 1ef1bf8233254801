package io.netpoll.http1.codec;

import io.netpoll.http1.codec.WireCase.Expected;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the table {@code wire-cases.txt}. Its texts are ISO-8859-1 with {@code ⏎} for CR LF; {@code \r}, {@code \n},
 * {@code \t}, {@code \0} and {@code \xHH} stand for one octet, <code>{3*ab}</code> for {@code ababab}.
 */
@SuppressWarnings("StringSplitter") // matters of style that a test is clearer without
public final class WireCases {

    private static final String RESOURCE = "wire-cases.txt";
    private static final Pattern REPEATED = Pattern.compile("\\{(\\d+)\\*([^{}]*)}");
    private static final Pattern ESCAPED = Pattern.compile("\\\\(?:x([0-9a-f]{2})|([rnt0]))");
    private static final String VARIANT = "{}";

    private static final List<WireCase> ALL = read();

    private WireCases() {}

    /** All cases, each variant one. */
    public static Stream<WireCase> all() {
        return ALL.stream();
    }

    private static List<WireCase> read() {
        List<WireCase> cases = new ArrayList<>();
        for (String block : text().split("\n\\s*\n")) {
            Row row = new Row();
            block.lines()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .forEach(row::add);
            row.addCasesTo(cases);
        }
        return List.copyOf(cases);
    }

    private static String text() {
        try (InputStream in = Objects.requireNonNull(WireCases.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String expanded(String text) {
        String result = text;
        for (Matcher m = REPEATED.matcher(result); m.find(); m = REPEATED.matcher(result)) {
            String repeated = m.group(2).repeat(Integer.parseInt(m.group(1)));
            result = result.substring(0, m.start()) + repeated + result.substring(m.end());
        }
        return ESCAPED.matcher(result.replace("⏎", "\r\n"))
                .replaceAll(m -> Matcher.quoteReplacement(String.valueOf(
                        m.group(1) == null
                                ? "\r\n\t\0".charAt("rnt0".indexOf(m.group(2)))
                                : (char) Integer.parseInt(m.group(1), 16))));
    }

    /** The lines of one row. */
    private static final class Row {

        private final StringBuilder send = new StringBuilder();
        private final List<String> expectations = new ArrayList<>();
        private List<String> variants = List.of("");
        private @Nullable String id;
        private String clause = "";
        private String says = "";
        private String refused = "GET";
        private String ends = "";

        void add(String line) {
            int colon = line.indexOf(": ") < 0 ? line.length() - 1 : line.indexOf(": ");
            String value = line.substring(Math.min(colon + 2, line.length()));
            switch (line.substring(0, colon)) {
                case "id" -> id = value;
                case "clause" -> clause = value;
                case "says" -> says = value;
                case "send" -> send.append(value);
                case "each" -> variants = List.of(value.split("¦", -1));
                case "refused" -> refused = value;
                case "ends" -> ends = value;
                case "gets", "host", "field", "no", "trailer" -> expectations.add(line);
                default -> throw new IllegalArgumentException(line);
            }
        }

        void addCasesTo(List<WireCase> cases) {
            if (id == null) {
                return;
            }
            for (int i = 0; i < variants.size(); i++) {
                String variant = variants.get(i);
                String name = variants.size() == 1 ? id : id + "[" + (i + 1) + "]";
                byte[] octets =
                        expanded(send.toString().replace(VARIANT, variant)).getBytes(StandardCharsets.ISO_8859_1);
                cases.add(new WireCase(name, clause, says, octets, expected(variant), refused, ends));
            }
        }

        private List<Expected> expected(String variant) {
            List<Expected> expected = new ArrayList<>();
            for (String line : expectations) {
                int colon = line.indexOf(':');
                String text = expanded(line.substring(colon + 1).replace(VARIANT, variant));
                String value = text.isEmpty() ? "" : text.substring(1);
                if (line.startsWith("gets")) {
                    String[] parts = value.split(" ", 3);
                    String content = parts.length < 3 ? "" : parts[2];
                    expected.add(new Expected(parts[0], parts[1], content, Optional.empty(), byName(), byName()));
                } else {
                    expected.add(refined(expected.removeLast(), line.substring(0, colon), value));
                }
            }
            return expected;
        }

        private static Expected refined(Expected base, String what, String value) {
            switch (what) {
                case "field" -> put(base.fields(), value);
                case "no" -> base.fields().put(value, List.of());
                case "trailer" -> put(base.trailers(), value);
                default -> {
                    return new Expected(
                            base.method(),
                            base.target(),
                            base.content(),
                            Optional.of(value),
                            base.fields(),
                            base.trailers());
                }
            }
            return base;
        }

        private static void put(Map<String, List<String>> fields, String line) {
            int colon = line.indexOf(':');
            if (colon < 0) {
                fields.put(line, List.of());
                return;
            }
            List<String> values = new ArrayList<>(fields.getOrDefault(line.substring(0, colon), List.of()));
            values.add(line.substring(colon + 1).stripLeading());
            fields.put(line.substring(0, colon), values);
        }

        private static Map<String, List<String>> byName() {
            return new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        }
    }
}
