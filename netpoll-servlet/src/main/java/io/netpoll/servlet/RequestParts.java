package io.netpoll.servlet;

import io.netpoll.servlet.multipart.FormPart;
import io.netpoll.servlet.multipart.MultipartException;
import io.netpoll.servlet.multipart.MultipartForm;
import io.netpoll.servlet.multipart.MultipartLimitException;
import io.netpoll.servlet.multipart.MultipartLimits;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parts of a multipart request and what became of reading them (Servlet 6.1 §3.2). */
final class RequestParts {

    private final EngineRequest request;
    private final MultipartForm form;
    private boolean read;
    private @Nullable IOException failure;

    RequestParts(EngineRequest request, MultipartConfigElement config) {
        this.request = request;
        Path temp = request.getServletContext().settings().tempDirectory();
        Path directory = config.getLocation() == null ? temp : temp.resolve(config.getLocation());
        ParameterLimits limits = request.getServletContext().settings().parameterLimits();
        this.form = new MultipartForm(
                directory,
                new MultipartLimits(
                        config.getMaxFileSize(),
                        config.getMaxRequestSize(),
                        limits.maxPartCount(),
                        limits.maxPartHeaderSize(),
                        config.getFileSizeThreshold()));
    }

    /** Reads the parts once; a failure is reported again each time. */
    void read(String contentType, InputStream content) throws IOException {
        if (!read) {
            read = true;
            try {
                form.read(contentType, request.getContentLengthLong(), content);
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure instanceof MultipartLimitException e) {
            throw new BadRequestException(BadRequestException.CONTENT_TOO_LARGE, String.valueOf(e.getMessage()), e);
        }
        if (failure instanceof MultipartException e) {
            throw new BadRequestException(BadRequestException.BAD_REQUEST, String.valueOf(e.getMessage()), e);
        }
        if (failure != null) {
            throw failure;
        }
    }

    List<Part> all() {
        return new ArrayList<>(form.parts());
    }

    /** The parts without a file name, which count as parameters. */
    List<Map.Entry<String, String>> fields() throws IOException {
        String encoding = request.getCharacterEncoding();
        Charset charset = encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding);
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        for (FormPart part : form.parts()) {
            if (part.getSubmittedFileName() == null) {
                fields.add(Map.entry(part.getName(), part.text(charset)));
            }
        }
        return fields;
    }

    void delete() {
        try {
            form.delete();
        } catch (IOException e) {
            request.getServletContext().events().listenerFailed(e);
        }
    }
}
