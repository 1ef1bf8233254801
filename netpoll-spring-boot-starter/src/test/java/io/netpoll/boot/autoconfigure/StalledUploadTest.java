package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.boot.TestHttp;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/** A client that stops sending is told so with 408 (RFC 9110 §15.5.9), whatever Spring makes of the exception. */
@ExtendWith(OutputCaptureExtension.class)
class StalledUploadTest {

    @ParameterizedTest
    @CsvSource({
        "/text, text/plain",
        "/form, application/x-www-form-urlencoded",
        "/file, multipart/form-data; boundary=b",
        "/handled, text/plain"
    })
    void stalledContentIsAnsweredWith408(String path, String type, CapturedOutput output) throws IOException {
        try (ServletWebServerApplicationContext context =
                        TestApplication.run(Uploads.class, "netpoll.server.body-timeout=200ms");
                Socket socket = TestHttp.connect(TestApplication.port(context))) {
            String request = "POST " + path + " HTTP/1.1\r\nHost: a\r\nAccept: application/json\r\nContent-Type: "
                    + type + "\r\nContent-Length: 10\r\n\r\na=1";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            assertThat(TestHttp.readToEnd(socket))
                    .startsWith("HTTP/1.1 408 ")
                    .contains("Connection: close", "\"status\":408", "\"path\":\"" + path + "\"");
        }
        assertThat(output).doesNotContain("ERROR", "Failure in", "IllegalStateException");
    }

    @Configuration(proxyBeanMethods = false)
    @Import(HandlingUploads.class)
    @RestController
    static class Uploads {

        @PostMapping("/text")
        String text(@RequestBody String text) {
            return text;
        }

        @PostMapping("/form")
        String form(@RequestParam String a) {
            return a;
        }

        @PostMapping("/file")
        String file(@RequestParam MultipartFile file) {
            return file.getName();
        }
    }

    /** Has an answer of its own, which would hide what has happened. */
    @Configuration(proxyBeanMethods = false)
    @RestController
    static class HandlingUploads {

        @PostMapping("/handled")
        String handled(@RequestBody byte[] octets) {
            return "length " + octets.length;
        }

        @ExceptionHandler
        ResponseEntity<String> unreadable(HttpMessageNotReadableException failure) {
            return ResponseEntity.badRequest().body("unreadable");
        }
    }
}
