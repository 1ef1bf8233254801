package io.netpoll.servlet;

import io.netpoll.http.RequestBody;
import io.netpoll.servlet.syntax.MediaTypes;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Part;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request's content and the one way in which it is read: as a stream, by a reader, as a form, or as parts (Servlet 6.1
 * §3.1, §3.2, §3.12).
 */
final class RequestContent {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String MULTIPART = "multipart/form-data";

    private final EngineRequest request;
    private final EngineInputStream stream;
    private @Nullable String encoding;
    private boolean streamGiven;
    private @Nullable BufferedReader reader;
    private @Nullable RequestParts parts;

    RequestContent(EngineRequest request, RequestBody body) {
        this.request = request;
        this.stream = new EngineInputStream(request.life(), body);
    }

    EngineInputStream rawStream() {
        return stream;
    }

    EngineInputStream stream() {
        if (reader != null) {
            throw new IllegalStateException("getReader has been called for this request");
        }
        streamGiven = true;
        return stream;
    }

    BufferedReader reader() throws UnsupportedEncodingException {
        if (streamGiven) {
            throw new IllegalStateException("getInputStream has been called for this request");
        }
        BufferedReader given = reader;
        if (given == null) {
            String name = encoding();
            Charset charset = name == null ? StandardCharsets.ISO_8859_1 : charset(name);
            given = new BufferedReader(new InputStreamReader(stream, charset));
            reader = given;
        }
        return given;
    }

    /** The encoding set, declared by the client, or the application's default, in this order. */
    @Nullable String encoding() {
        if (encoding != null) {
            return encoding;
        }
        String type = request.getContentType();
        String declared = type == null ? null : MediaTypes.parameter(type, "charset");
        return declared != null ? declared : request.getServletContext().getRequestCharacterEncoding();
    }

    void encoding(@Nullable String name) throws UnsupportedEncodingException {
        if (reader != null || request.parameters().isRead()) {
            return;
        }
        if (name != null) {
            charset(name);
        }
        encoding = name;
    }

    private static Charset charset(String name) throws UnsupportedEncodingException {
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            UnsupportedEncodingException unsupported = new UnsupportedEncodingException(name);
            unsupported.initCause(e);
            throw unsupported;
        }
    }

    /** The parameters in the content; none if the application reads the content itself. */
    FormContent form(ParameterLimits limits) {
        String type = request.getContentType();
        if (type == null || streamGiven || reader != null) {
            return FormContent.NONE;
        }
        String essence = MediaTypes.essence(type);
        if (essence.equals(MULTIPART) && request.multipartConfig() != null) {
            return new FormContent(null, StandardCharsets.UTF_8, multipartFields());
        }
        if (!essence.equals(FORM) || !request.head().method().equals("POST")) {
            return FormContent.NONE;
        }
        try {
            String name = encoding();
            return new FormContent(
                    readForm(limits.maxFormSize()), name == null ? StandardCharsets.UTF_8 : charset(name), List.of());
        } catch (UnsupportedEncodingException e) {
            throw new BadRequestException(BadRequestException.BAD_REQUEST, "The form's encoding is not known", e);
        } catch (IOException e) {
            throw BadRequestException.unreadable("The form cannot be read", e);
        }
    }

    private String readForm(long limit) throws IOException {
        if (limit >= 0 && request.getContentLengthLong() > limit) {
            throw tooLarge(limit);
        }
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        byte[] block = new byte[4096];
        for (int n; (n = stream.read(block)) >= 0; ) {
            octets.write(block, 0, n);
            if (limit >= 0 && octets.size() > limit) {
                throw tooLarge(limit);
            }
        }
        return octets.toString(StandardCharsets.ISO_8859_1);
    }

    private static BadRequestException tooLarge(long limit) {
        return new BadRequestException(
                BadRequestException.CONTENT_TOO_LARGE, "The form exceeds the limit on its size, " + limit + " octets");
    }

    private List<Map.Entry<String, String>> multipartFields() {
        try {
            return parts().fields();
        } catch (IOException e) {
            throw BadRequestException.unreadable("The parts cannot be read", e);
        } catch (ServletException e) {
            throw new BadRequestException(BadRequestException.BAD_REQUEST, "The parts cannot be read", e);
        }
    }

    List<Part> allParts() throws IOException, ServletException {
        return parts().all();
    }

    private RequestParts parts() throws IOException, ServletException {
        RequestParts known = parts;
        if (known == null) {
            String type = request.getContentType();
            if (type == null || !MediaTypes.essence(type).equals(MULTIPART)) {
                throw new ServletException("The request is not of type multipart/form-data");
            }
            MultipartConfigElement config = request.multipartConfig();
            if (config == null) {
                throw new IllegalStateException("The servlet has no multipart configuration");
            }
            known = new RequestParts(request, config);
            parts = known;
        }
        known.read(type(), stream);
        return known;
    }

    private String type() {
        return String.valueOf(request.getContentType());
    }

    /** Deletes what the request has put on disk. */
    void dispose() {
        if (parts != null) {
            parts.delete();
        }
    }
}
