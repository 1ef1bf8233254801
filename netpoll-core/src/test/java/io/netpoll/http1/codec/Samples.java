package io.netpoll.http1.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Requests right and wrong, with what is wrong about them. In the texts {@code ⏎} stands for CR LF. */
final class Samples {

    /** A request that breaks the protocol, and how. */
    record Broken(Violation violation, String text) {}

    private static final String HOST = "GET / HTTP/1.1⏎Host: a⏎";
    private static final String POST = "POST / HTTP/1.1⏎Host: a⏎";
    private static final String CHUNKED = POST + "Transfer-Encoding: chunked⏎⏎";
    private static final String SMUGGLED = "GET /smug HTTP/1.1⏎Host: a⏎⏎";

    private static final List<Broken> BROKEN = new ArrayList<>();

    static {
        requestLine();
        fields();
        host();
        framing();
        chunks();
        ends();
    }

    private Samples() {}

    static List<Broken> broken() {
        return BROKEN;
    }

    static Stream<String> valid() {
        return Stream.of(
                HOST + "⏎",
                "⏎⏎" + HOST + "⏎" + "⏎" + HOST + "⏎",
                "GET /a/b;c?d=%20&e[]=/? HTTP/1.1⏎hOsT: \t example.org:8080 \t⏎X-A:1⏎X-A: \t 2 \t3\t ⏎X-B:⏎X-C: ⏎⏎",
                "GET http://one.example HTTP/1.1⏎Host: two.example⏎⏎",
                "GET HTTP://[::1]:8443/x?y HTTP/1.1⏎Host: [::1]:8443⏎⏎",
                "GET http://one.example?q HTTP/1.1⏎Host:⏎⏎",
                "OPTIONS * HTTP/1.1⏎Host: a⏎⏎",
                "CONNECT example.org:443 HTTP/1.1⏎Host: example.org:443⏎⏎",
                "GET / HTTP/1.0⏎⏎",
                "GET / HTTP/1.0⏎Connection: Keep-Alive⏎Host: a⏎⏎",
                "GET / HTTP/1.7⏎Host: a⏎⏎",
                "fr0b! / HTTP/1.1⏎Host: a⏎⏎",
                HOST + "X-A: caf\u00e9 \u0080\u00ff⏎⏎",
                HOST + "Connection: frob, CLOSE ,x⏎⏎",
                HOST + "Connection: keep-alive⏎Connection: close⏎⏎",
                POST + "Content-Length: 5⏎⏎hello" + HOST + "⏎",
                POST + "Content-Length: 0005⏎Expect: 100-Continue⏎⏎hello",
                POST + "Content-Length: 5⏎Content-Length: 5, 5 ,5⏎⏎hello",
                POST + "Content-Length: 0⏎Expect: 100-continue⏎⏎" + HOST + "⏎",
                "POST / HTTP/1.0⏎Content-Length: 5⏎Expect: 100-continue⏎⏎hello",
                CHUNKED + "0⏎⏎" + HOST + "⏎",
                POST + "Transfer-Encoding:\tChunKed\t⏎Expect: 100-continue⏎⏎5⏎hello⏎A⏎0123456789⏎000⏎⏎",
                CHUNKED + "5;a=b;c⏎hello⏎1 \t; d = \"e;\\\" \" ;f⏎!⏎0;last⏎⏎",
                CHUNKED + "00000000000000000000000000000005⏎hello⏎0⏎X-T: 1⏎Host: b⏎Content-Length: 9⏎X-U:⏎⏎" + HOST
                        + "⏎",
                CHUNKED + "46⏎" + "0123456789".repeat(7) + "⏎0⏎⏎");
    }

    private static void requestLine() {
        add(Violation.TOO_MANY_EMPTY_LINES, "⏎".repeat(9) + HOST + "⏎");
        add(Violation.METHOD_SYNTAX, "GE(T", " / HTTP/1.1⏎Host: a⏎⏎", " GET / HTTP/1.1⏎Host: a⏎⏎");
        add(Violation.TLS_ON_PLAINTEXT, "\u0016\u0003\u0001\u0000");
        add(Violation.METHOD_SYNTAX, "GET\t/ HTTP/1.1⏎Host: a⏎⏎");
        add(
                Violation.REQUEST_LINE_SYNTAX,
                "GET  / HTTP/1.1⏎Host: a⏎⏎",
                "GET /⏎Host: a⏎⏎",
                "GET HTTP/1.1⏎",
                "GET⏎",
                "GET \n");
        for (char c : "<>\"\\^`{|}#\t\0\u007f\u0080\u00e9".toCharArray()) {
            add(Violation.TARGET_CHARACTER, "GET /a" + c);
        }
        add(
                Violation.TARGET_FORM,
                "GET * HTTP/1.1⏎Host: a⏎⏎",
                "GET a/b HTTP/1.1⏎Host: a⏎⏎",
                "OPTIONS *a HTTP/1.1⏎Host: a⏎⏎");
        add(
                Violation.TARGET_FORM,
                "GET 1http://a/ HTTP/1.1⏎Host: a⏎⏎",
                "GET http:/a HTTP/1.1⏎Host: a⏎⏎",
                "GET urn:x HTTP/1.1⏎⏎");
        add(Violation.MISDIRECTED, "GET HTTPS://a/ HTTP/1.1⏎Host: a⏎⏎");
        add(Violation.TARGET_AUTHORITY, "GET http:/// HTTP/1.1⏎Host: a⏎⏎", "GET http://u@a/ HTTP/1.1⏎Host: a⏎⏎");
        add(Violation.TARGET_AUTHORITY, "GET http://a:b/ HTTP/1.1⏎Host: a⏎⏎", "GET http://:80/ HTTP/1.1⏎Host: a⏎⏎");
        add(Violation.TARGET_AUTHORITY, "CONNECT / HTTP/1.1⏎Host: a⏎⏎", "CONNECT a HTTP/1.1⏎Host: a⏎⏎");
        add(Violation.TARGET_AUTHORITY, "CONNECT a: HTTP/1.1⏎Host: a⏎⏎", "CONNECT http://a:80 HTTP/1.1⏎Host: a⏎⏎");
        add(
                Violation.REQUEST_LINE_TOO_LONG,
                "GET /" + "a".repeat(300),
                "G".repeat(300),
                "GET /" + "a".repeat(286) + " HTTP/1.1");
        add(
                Violation.VERSION_SYNTAX,
                "GET / http/1.1⏎Host: a⏎⏎",
                "GET / HTTP/1.1 ⏎Host: a⏎⏎",
                "GET / HTTP/1.10⏎Host: a⏎⏎");
        add(
                Violation.VERSION_SYNTAX,
                "GET / HTTP/1,1⏎Host: a⏎⏎",
                "GET / HTTP/x.1⏎",
                "GET / HTTP/1.x⏎",
                "GET /a b HTTP/1.1⏎",
                "GET / ⏎");
        add(Violation.VERSION_UNSUPPORTED, "GET / HTTP/2.0⏎Host: a⏎⏎", "GET / HTTP/0.9⏎⏎", "PRI * HTTP/2.0⏎⏎SM⏎⏎");
        add(
                Violation.BARE_LF,
                "\n" + HOST + "⏎",
                "GET / HTTP/1.1\nHost: a\n\n",
                HOST + "\n",
                "GET / HTTP/1.1⏎Host: a\n⏎");
        add(Violation.BARE_CR, "\rGET", "GET / HTTP/1.1\rHost: a⏎⏎", HOST + "X-A: a\rX-B: b⏎⏎", HOST + "\rX: a⏎⏎");
    }

    private static void fields() {
        add(Violation.SPACE_BEFORE_FIELDS, "GET / HTTP/1.1⏎ Host: a⏎⏎", "GET / HTTP/1.1⏎\tX: 1⏎Host: a⏎⏎");
        add(Violation.LINE_FOLDING, HOST + " b⏎⏎", HOST + "X-A: 1⏎\t2⏎⏎", HOST + " ⏎⏎");
        add(
                Violation.SPACE_BEFORE_COLON,
                HOST + "X-A : 1⏎⏎",
                HOST + "X-A\t: 1⏎⏎",
                POST + "Transfer-Encoding : chunked⏎⏎");
        add(Violation.FIELD_NAME, HOST + ": 1⏎⏎", HOST + "F(o): 1⏎⏎", HOST + "Fo\0o: 1⏎⏎", HOST + "Fo\u007fo: 1⏎⏎");
        add(Violation.FIELD_NAME, HOST + "Caf\u00e9: 1⏎⏎", HOST + "(: 1⏎⏎", HOST + "\"a\": 1⏎⏎");
        add(Violation.FIELD_WITHOUT_COLON, HOST + "Foo⏎⏎", POST + "Content-Length⏎⏎", HOST + "Foo\n: 1⏎⏎");
        add(
                Violation.FIELD_VALUE,
                HOST + "X: a\0b⏎⏎",
                HOST + "X: \u0001⏎⏎",
                HOST + "X: a\u007f⏎⏎",
                HOST + "X: \u001b[2J⏎⏎");
        add(
                Violation.FIELDS_TOO_LARGE,
                HOST + "X-A: " + "a".repeat(300),
                HOST + "X".repeat(300),
                HOST + "X-A: " + " ".repeat(300));
        add(Violation.TOO_MANY_FIELDS, HOST + "a:⏎".repeat(8) + "⏎");
    }

    private static void host() {
        add(Violation.HOST_MISSING, "GET / HTTP/1.1⏎⏎", "GET http://a/ HTTP/1.1⏎⏎", "GET / HTTP/1.1⏎Hostt: a⏎⏎");
        add(Violation.HOST_REPEATED, HOST + "Host: a⏎⏎", HOST + "host: b⏎⏎", "GET / HTTP/1.0⏎Host: a⏎Host: a⏎⏎");
        for (String host : List.of(
                "a:2$",
                "a b",
                "a,b",
                "a:99999",
                "a:65536",
                "a:80a",
                "a:-1",
                "a:+1",
                "u@a",
                "[::1",
                "::1",
                "[]",
                "[::1]x",
                "[1:2]",
                "[g::]",
                "[::1%25en0]",
                ":80",
                "a/b",
                "a?b",
                "a%2",
                "a%zz",
                "a\\b",
                "caf\u00e9",
                "a:1:2",
                "http://a")) {
            add(Violation.HOST_SYNTAX, "GET / HTTP/1.1⏎Host: " + host + "⏎⏎");
        }
        add(Violation.HOST_SYNTAX, "GET / HTTP/1.0⏎Host: a b⏎⏎", "GET http://a/ HTTP/1.1⏎Host: a b⏎⏎");
    }

    private static void framing() {
        for (String length :
                List.of("+4", "-1", "0x4", "4 4", "4;", "", "4.0", "4,", ",4", "4,,4", "4, x", "\u00b2", "a")) {
            add(Violation.CONTENT_LENGTH_SYNTAX, POST + "Content-Length: " + length + "⏎⏎hello" + SMUGGLED);
        }
        add(
                Violation.CONTENT_LENGTH_CONFLICT,
                POST + "Content-Length: 4,5⏎⏎hello",
                POST + "Content-Length: 4⏎Content-Length: 5⏎⏎hello");
        add(
                Violation.CONTENT_TOO_LARGE,
                POST + "Content-Length: 99999999999999999999⏎⏎",
                POST + "Content-Length: 9223372036854775808⏎⏎");
        add(Violation.LENGTH_AND_CODING, POST + "Content-Length: 4⏎Transfer-Encoding: chunked⏎⏎0⏎⏎" + SMUGGLED);
        add(Violation.LENGTH_AND_CODING, POST + "Transfer-Encoding: xchunked⏎Content-Length: 5⏎⏎hello" + SMUGGLED);
        add(Violation.CODING_IN_HTTP_1_0, "POST / HTTP/1.0⏎Transfer-Encoding: chunked⏎⏎0⏎⏎");
        for (String coding :
                List.of("", ",chunked", "chunked,", "chunked, chunked", "chunked;q=1", "gzip,,chunked", "chunked x")) {
            add(Violation.CODING_SYNTAX, POST + "Transfer-Encoding: " + coding + "⏎⏎0⏎⏎" + SMUGGLED);
        }
        add(Violation.CODING_SYNTAX, POST + "Transfer-Encoding: chunked⏎Transfer-Encoding: chunked⏎⏎0⏎⏎");
        for (String coding : List.of("chunked, gzip", "identity", "xchunked", "gzip", "chunkedx")) {
            add(Violation.CHUNKED_NOT_FINAL, POST + "Transfer-Encoding: " + coding + "⏎⏎0⏎⏎" + SMUGGLED);
        }
        add(
                Violation.CODING_UNKNOWN,
                POST + "Transfer-Encoding: frob, chunked⏎⏎0⏎⏎",
                POST + "Transfer-Encoding: gzip;q=1 , Chunked⏎⏎");
        add(
                Violation.EXPECTATION_UNKNOWN,
                HOST + "Expect: miracle⏎⏎",
                POST + "Expect: 100-continue, x⏎Content-Length: 1⏎⏎");
    }

    private static void chunks() {
        for (String size : List.of("", "G", "0x5", "-5", "+5", " 5", "5_", "\u00b2", "0".repeat(33), ";a")) {
            add(Violation.CHUNK_SIZE_SYNTAX, CHUNKED + size + "⏎hello⏎0⏎⏎" + SMUGGLED);
        }
        add(Violation.CHUNK_SIZE_SYNTAX, CHUNKED + "5\nhello⏎0⏎⏎");
        add(
                Violation.CHUNK_TOO_LARGE,
                CHUNKED + "10000000000000005⏎hello⏎0⏎⏎" + SMUGGLED,
                CHUNKED + "8000000000000000⏎",
                CHUNKED + "ffffffffffffffff⏎");
        for (String extension : List.of(
                " ",
                "\t",
                ";",
                "; ;",
                ";=a",
                ";a=",
                ";a b",
                ";a=b c",
                ";a=\"b",
                ";a=\"b\"c",
                ";a=\"\0\"",
                ";a=\"\\\0\"",
                ";a=b ",
                ";a ")) {
            add(Violation.CHUNK_EXTENSION_SYNTAX, CHUNKED + "5" + extension + "⏎hello⏎0⏎⏎");
        }
        add(
                Violation.CHUNK_EXTENSION_SYNTAX,
                CHUNKED + "5;a\nhello⏎0⏎⏎",
                CHUNKED + "5;a=\"\n\"⏎hello⏎0⏎⏎",
                CHUNKED + "2 ⏎");
        add(Violation.CHUNK_EXTENSIONS_TOO_LONG, CHUNKED + "1;" + "a".repeat(4094) + "⏎a⏎1;abc⏎");
        add(Violation.BARE_CR, CHUNKED + "5\rhello⏎0⏎⏎", CHUNKED + "5;a\rb⏎hello⏎0⏎⏎", CHUNKED + "0⏎\rX");
        add(
                Violation.CHUNK_DATA_END,
                CHUNKED + "5⏎hello0⏎⏎",
                CHUNKED + "3⏎hello⏎0⏎⏎",
                CHUNKED + "5⏎hello\n0⏎⏎",
                CHUNKED + "5⏎hello\r0⏎⏎",
                CHUNKED + "5⏎hello!\n0⏎⏎");
        add(Violation.TRAILERS_TOO_LARGE, CHUNKED + "0⏎X: " + "a".repeat(400) + "⏎⏎" + SMUGGLED);
        add(Violation.TOO_MANY_FIELDS, CHUNKED + "0⏎" + "a:⏎".repeat(9) + "⏎");
        add(Violation.FIELD_NAME, CHUNKED + "0⏎(X: 1⏎⏎");
        add(Violation.SPACE_BEFORE_COLON, CHUNKED + "0⏎Bad Name: 1⏎⏎" + SMUGGLED);
        add(Violation.LINE_FOLDING, CHUNKED + "0⏎X: 1⏎ 2⏎⏎");
    }

    private static void ends() {
        add(Violation.HEAD_INCOMPLETE, "G", "GET / HTTP/1.1⏎Host: a⏎", "GET / HTTP/1.1⏎Host: a⏎\r");
        add(
                Violation.CONTENT_INCOMPLETE,
                POST + "Content-Length: 10⏎⏎hello",
                CHUNKED + "5⏎hello⏎",
                CHUNKED + "5⏎hello⏎0⏎X: 1⏎");
    }

    private static void add(Violation violation, String... texts) {
        for (String text : texts) {
            BROKEN.add(new Broken(violation, text));
        }
    }
}
