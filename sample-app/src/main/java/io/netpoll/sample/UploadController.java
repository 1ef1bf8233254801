package io.netpoll.sample;

import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

@RestController
class UploadController {

    @PostMapping("/upload")
    Upload upload(@RequestParam MultipartFile file) {
        return new Upload(file.getOriginalFilename(), file.getContentType(), file.getSize());
    }

    record Upload(@Nullable String name, @Nullable String contentType, long size) {}
}
