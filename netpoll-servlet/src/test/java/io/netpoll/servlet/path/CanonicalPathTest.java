package io.netpoll.servlet.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalPathTest {

    @ParameterizedTest
    @CsvSource({
        "/, /",
        "/foo/bar, /foo/bar",
        "/foo/bar/, /foo/bar/",
        "/foo/bar;jsessionid=1234, /foo/bar",
        "/foo;/bar;, /foo/bar",
        "/foo/b%25r, /foo/b%r",
        "/foo/./bar, /foo/bar",
        "/foo/././bar, /foo/bar",
        "/./foo/bar, /foo/bar",
        "/foo/bar/., /foo/bar",
        "/foo/bar/./, /foo/bar/",
        "/foo/../bar, /bar",
        "/foo/./../bar, /bar",
        "/foo/bar/.., /foo",
        "/foo/bar/../, /foo/",
        "//foo/bar, /foo/bar",
        "/foo//bar, /foo/bar",
        "///foo///bar//, /foo/bar/",
        "/foo%E2%82%ACbar, /foo€bar",
        "/foo%20bar, /foo bar",
        "/a+b, /a+b",
        "/%252e%252e/a, /%2e%2e/a",
        "/.hidden/..a/b.., /.hidden/..a/b..",
        "/a..b, /a..b",
        "/..., /...",
        "/.., ABOVE_ROOT",
        "/../foo, ABOVE_ROOT",
        "/foo/../../bar, ABOVE_ROOT",
        "foo/bar, NOT_ABSOLUTE",
        "*, NOT_ABSOLUTE",
        "/foo/bar/;jsessionid=1234, EMPTY_SEGMENT_WITH_PARAMETER",
        "/foo;/bar;/;, EMPTY_SEGMENT_WITH_PARAMETER",
        "/;/foo, EMPTY_SEGMENT_WITH_PARAMETER",
        "/foo%00/bar, CONTROL_CHARACTER",
        "/foo%7Fbar, CONTROL_CHARACTER",
        "/foo;a=%01, CONTROL_CHARACTER",
        "/foo%2Fbar, ENCODED_SLASH",
        "/foo;%2F/bar, ENCODED_SLASH",
        "/foo%2Fb%25r, ENCODED_SLASH",
        "/foo\\bar, BACKSLASH",
        "/foo%5Cbar, BACKSLASH",
        "/foo/%2e/bar, ENCODED_DOT_SEGMENT",
        "/foo/.%2e/bar, ENCODED_DOT_SEGMENT",
        "/foo/%2E%2e/bar, ENCODED_DOT_SEGMENT",
        "/foo/.;/bar, DOT_SEGMENT_WITH_PARAMETER",
        "/foo/..;/bar, DOT_SEGMENT_WITH_PARAMETER",
        "/foo/%2e%2e;/bar, DOT_SEGMENT_WITH_PARAMETER",
        "/foo//../bar, DOUBLE_DOT_AFTER_EMPTY_SEGMENT",
        "/foo/%, BAD_PERCENT",
        "/foo/%2, BAD_PERCENT",
        "/foo/%zz, BAD_PERCENT",
        "/foo/%-1, BAD_PERCENT",
        "/a%u002e, BAD_PERCENT",
        "/foo%E2%82, BAD_UTF8",
        "/a%C0%AF, BAD_UTF8",
        "/foo#bar, FRAGMENT",
    })
    void canonicalFormOrBrokenRule(String raw, String expected) {
        if (expected.startsWith("/")) {
            assertThat(CanonicalPath.orNull(raw)).isEqualTo(expected);
            return;
        }
        assertThatExceptionOfType(RejectedPathException.class)
                .isThrownBy(() -> CanonicalPath.of(raw))
                .satisfies(e -> assertThat(e.rule().name()).isEqualTo(expected));
    }
}
