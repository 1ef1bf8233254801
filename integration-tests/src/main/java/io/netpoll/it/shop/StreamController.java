package io.netpoll.it.shop;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Content that is larger or slower than one buffer. */
@RestController
class StreamController {

    @GetMapping("/export")
    ResponseEntity<StreamingResponseBody> export(@RequestParam int lines) {
        StreamingResponseBody body = output -> {
            for (int i = 0; i < lines; i++) {
                output.write("line %020d of the export\n".formatted(i).getBytes(StandardCharsets.US_ASCII));
            }
        };
        return ResponseEntity.ok().contentType(MediaType.TEXT_PLAIN).body(body);
    }

    @GetMapping("/broken-export")
    StreamingResponseBody brokenExport() {
        return output -> {
            output.write(new byte[100_000]);
            output.flush();
            throw new IllegalStateException("The export ends in the middle");
        };
    }

    @GetMapping("/events")
    SseEmitter events(@RequestParam int count) {
        SseEmitter emitter = new SseEmitter();
        Thread.ofVirtual().start(() -> {
            try {
                for (int i = 1; i <= count; i++) {
                    emitter.send(SseEmitter.event().id(Integer.toString(i)).data(Map.of("number", i)));
                }
                emitter.complete();
            } catch (IOException e) {
                emitter.completeWithError(e);
            }
        });
        return emitter;
    }

    @PostMapping("/upload")
    Upload upload(@RequestParam MultipartFile file, @RequestParam String comment)
            throws IOException, NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        try (InputStream input = new DigestInputStream(file.getInputStream(), digest)) {
            long size = input.transferTo(OutputStream.nullOutputStream());
            return new Upload(size, HexFormat.of().formatHex(digest.digest()), comment);
        }
    }

    record Upload(long size, String sha256, String comment) {}
}
