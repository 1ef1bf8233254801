package io.netpoll.servlet.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.servlet.path.UrlPatternMap.Match;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlPatternMapTest {

    /** The example of Servlet 6.1 §12.2.2, and the values of §12.3. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "/foo/bar/index.html, /foo/bar/*, PATH, /foo/bar, /index.html, index.html",
                "/foo/bar/index.bop, /foo/bar/*, PATH, /foo/bar, /index.bop, index.bop",
                "/foo/bar, /foo/bar/*, PATH, /foo/bar, -, ''",
                "/foo/bar/, /foo/bar/*, PATH, /foo/bar, /, ''",
                "/baz, /baz/*, PATH, /baz, -, ''",
                "/baz/index.html, /baz/*, PATH, /baz, /index.html, index.html",
                "/bazaar, /, DEFAULT, /bazaar, -, ''",
                "/catalog, /catalog, EXACT, /catalog, -, catalog",
                "/catalog/index.html, /, DEFAULT, /catalog/index.html, -, ''",
                "/catalog/racecar.bop, *.bop, EXTENSION, /catalog/racecar.bop, -, catalog/racecar",
                "/index.bop, *.bop, EXTENSION, /index.bop, -, index",
                "/a.bop/b, /, DEFAULT, /a.bop/b, -, ''",
                "/, '', CONTEXT_ROOT, '', /, ''",
            })
    void finds(String path, String pattern, String kind, String servletPath, String pathInfo, String value) {
        UrlPatternMap<String> map = new UrlPatternMap<>();
        for (String text : new String[] {"/foo/bar/*", "/baz/*", "/catalog", "*.bop", "/", ""}) {
            map.put(UrlPattern.of(text), text);
        }
        Match<String> match = Objects.requireNonNull(map.find(path));
        assertThat(match.target()).isEqualTo(pattern);
        assertThat(match.pattern()).isEqualTo(pattern);
        assertThat(match.match().name()).isEqualTo(kind);
        assertThat(match.servletPath()).isEqualTo(servletPath);
        assertThat(match.pathInfo()).isEqualTo(pathInfo);
        assertThat(match.matchValue()).isEqualTo(value);
    }
}
