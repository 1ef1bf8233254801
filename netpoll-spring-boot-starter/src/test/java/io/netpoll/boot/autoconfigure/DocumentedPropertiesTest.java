package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.springframework.boot.json.JsonParserFactory;

/** What is written about properties, for tools and for people, is about all of them. */
class DocumentedPropertiesTest {

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** A table's row: the first cell holds one name or several, the second says what becomes of it. */
    private static final Pattern ROW = Pattern.compile("^\\| (?<names>`[^|]+) \\| (?<verdict>[^|]+) \\|.*");

    private static final Pattern NAME = Pattern.compile("`([a-z0-9.-]+)(\\[0][a-z.-]+)?`");

    /** The properties of objects in a list are not in the metadata of the list. */
    private static final String LISTENERS = "netpoll.server.listeners";

    /** The properties of a jar's metadata whose names begin in a certain way. */
    private static Map<String, Map<String, Object>> metadata(String prefix) throws IOException {
        Map<String, Map<String, Object>> found = new TreeMap<>();
        for (URL url :
                Collections.list(DocumentedPropertiesTest.class.getClassLoader().getResources(METADATA))) {
            try (InputStream in = url.openStream()) {
                Map<String, Object> json = JsonParserFactory.getJsonParser()
                        .parseMap(new String(in.readAllBytes(), StandardCharsets.UTF_8));
                for (Object property : (List<?>) json.getOrDefault("properties", List.of())) {
                    Map<String, Object> members = members(property);
                    String name = String.valueOf(members.get("name"));
                    if (name.startsWith(prefix)) {
                        found.put(name, members);
                    }
                }
            }
        }
        return found;
    }

    @SuppressWarnings("unchecked") // a member of a parsed object has text keys
    private static Map<String, Object> members(Object property) {
        return (Map<String, Object>) property;
    }

    /** The names in the first column of a page's tables, with what the second column says. */
    private static Map<String, String> rows(String page) throws IOException {
        Map<String, String> rows = new TreeMap<>();
        for (String line : propertiesSection(Files.readAllLines(ROOT.resolve(page)))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                Matcher name = NAME.matcher(row.group("names"));
                while (name.find()) {
                    boolean isNew = rows.put(name.group(1), row.group("verdict")) == null;
                    assertThat(isNew || name.group(1).equals(LISTENERS))
                            .as(line)
                            .isTrue();
                }
            }
        }
        return rows;
    }

    /** What stands between the heading for properties and the next one of its level. */
    private static List<String> propertiesSection(List<String> lines) {
        return lines.stream()
                .dropWhile(line -> !line.equals("## Properties"))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .toList();
    }

    @Test
    void everyPropertyOfTomcatHasARow() throws IOException {
        Set<String> tomcats = new TreeSet<>(metadata("server.tomcat.").keySet());
        tomcats.addAll(metadata("management.server.tomcat.").keySet());
        assertThat(tomcats).as("is Tomcat on the class path?").hasSizeGreaterThan(40);
        Set<String> documented = rows("docs/migrating-from-tomcat.md").keySet().stream()
                .filter(name -> name.startsWith("server.tomcat.") || name.startsWith("management.server.tomcat."))
                .collect(Collectors.toSet());
        assertThat(documented).containsExactlyInAnyOrderElementsOf(tomcats);
    }

    /** What the page says is taken over is what the code takes over. */
    @Test
    void rowsSayWhatIsTakenOver() throws IOException {
        Map<String, String> rows = rows("docs/migrating-from-tomcat.md");
        Set<String> taken = rows.entrySet().stream()
                .filter(row -> row.getKey().startsWith("server.tomcat."))
                .filter(row -> row.getValue().startsWith("taken over"))
                .map(row -> row.getKey().substring("server.tomcat.".length()))
                .collect(Collectors.toSet());
        assertThat(taken).isEqualTo(TomcatFallbacks.taken().keySet());
    }

    @Test
    void everyPropertyIsInTheReadme() throws IOException {
        assertThat(rows("README.md").keySet().stream()
                        .filter(name -> name.startsWith("netpoll."))
                        .toList())
                .containsExactlyInAnyOrderElementsOf(metadata("netpoll.").keySet());
    }

    @Test
    void everyPropertyHasATypeAndADescription() throws IOException {
        assertThat(metadata("netpoll.")).isNotEmpty().allSatisfy((name, property) -> {
            assertThat(property.get("type")).as(name).isNotNull();
            assertThat(property.get("description")).as(name).asString().endsWith(".");
            assertThat(property.get("description")).as(name).asString().doesNotContain("{@");
        });
    }

    /** A table of its own, so that no default changes by accident. */
    @ParameterizedTest
    @CsvFileSource(resources = "/netpoll-properties.csv", numLinesToSkip = 1)
    void propertyIsAsTheTableSays(String name, String type, String defaultValue) throws IOException {
        Map<String, Object> property = metadata("netpoll.").get(name);
        assertThat(property).as(name).isNotNull();
        assertThat(property.get("type")).isEqualTo(type);
        assertThat(String.valueOf(property.getOrDefault("defaultValue", "")))
                .isEqualTo(defaultValue == null ? "" : defaultValue);
    }

    @Test
    void theTableIsComplete() throws IOException {
        try (InputStream in = DocumentedPropertiesTest.class.getResourceAsStream("/netpoll-properties.csv")) {
            assertThat(in).isNotNull();
            Set<String> names = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .map(line -> line.substring(0, line.indexOf(',')))
                    .collect(Collectors.toSet());
            assertThat(names).isEqualTo(metadata("netpoll.").keySet());
        }
    }
}
