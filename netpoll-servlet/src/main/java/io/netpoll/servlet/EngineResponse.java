package io.netpoll.servlet;

import io.netpoll.servlet.resource.FileSender;
import io.netpoll.servlet.syntax.HttpDates;
import io.netpoll.servlet.syntax.SetCookie;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The container's response (Servlet 6.1 §5): one object for one exchange, never used again. */
final class EngineResponse implements HttpServletResponse, FileSender {

    private final ApplicationContext context;
    private final RequestLife life;
    private final ResponseFields fields;
    private final ResponseOutput output;
    private final ResponseContent content;
    private @Nullable PendingError error;
    private int includes;
    private boolean refused;

    EngineResponse(ApplicationContext context, RequestLife life) {
        this.context = context;
        this.life = life;
        this.fields = new ResponseFields(new ResponseType(context.charsets()));
        this.output = new ResponseOutput(life.exchange().response(), fields, life::ioFailed);
        this.content = new ResponseContent(this, output);
    }

    /** The container's response inside an application's wrappers. */
    static EngineResponse in(ServletResponse response) {
        ServletResponse inner = response;
        while (inner instanceof ServletResponseWrapper wrapper) {
            inner = wrapper.getResponse();
        }
        if (inner instanceof EngineResponse own) {
            return own;
        }
        throw new IllegalArgumentException(
                "Not a response of this container, nor a wrapper of one: " + response.getClass());
    }

    ResponseOutput output() {
        return output;
    }

    void enterInclude() {
        includes++;
    }

    void leaveInclude() {
        includes--;
    }

    boolean isIncluding() {
        return includes > 0;
    }

    boolean hasError() {
        return error != null;
    }

    /** Takes the error that sendError has left; {@code null} if there is none. */
    @Nullable PendingError takeError() {
        PendingError pending = error;
        error = null;
        return pending;
    }

    /** Makes room for an error page: the content goes, and what described it. */
    void prepareForError(int status) {
        content.clear();
        fields.clearContent();
        fields.status(status);
        output.unseal();
        includes = 0;
        refused = false;
    }

    /** Sends a bare page for the status that is set. */
    void writeBarePage() throws IOException {
        prepareForError(fields.status());
        byte[] page = StatusText.page(fields.status());
        fields.type().contentType("text/html;charset=utf-8");
        output.write(page, 0, page.length);
    }

    /** From now on nothing that the application writes waits for the client. */
    void startNonBlocking(WriteListener listener) {
        life.requireListening();
        if (output.nonBlocking() != null) {
            throw new IllegalStateException("A write listener has been set already");
        }
        output.nonBlocking(new NonBlockingOutput(life, life.exchange().response(), listener));
        life.streamsChanged();
    }

    /** Only where nothing of the content would be held back, and none has been written. */
    @Override
    public boolean sendFile(Path file, long position, long count) throws IOException {
        return includes == 0 && !content.hasWriter() && output.sendFile(file, position, count);
    }

    /** Another protocol follows this response, unless its status is changed. */
    void switchTo(ProtocolSwitch other) {
        fields.status(ProtocolSwitch.STATUS);
        output.switchTo(other);
    }

    /** Lets the application change nothing more; what it has written leaves when the request ends. */
    void seal() throws IOException {
        content.end();
        output.seal();
    }

    /** Sends what is left and ends the response. */
    void finish() throws IOException {
        content.end();
        output.finish();
    }

    /** The application has closed stream or writer; an included servlet closes nothing of its includer's. */
    void closedByApplication() throws IOException {
        if (includes == 0) {
            output.closedByApplication();
        }
    }

    /** Headers, status and the rest change only before the response is committed and outside includes (§9.3). */
    private boolean isFixed() {
        return includes > 0 || output.isSealed() || output.isForeign();
    }

    void sessionCookie(String name, Cookie cookie) {
        fields.replaceCookie(name, SetCookie.format(cookie));
    }

    @Override
    public void addCookie(Cookie cookie) {
        if (!isFixed()) {
            Cookie processed = context.settings().cookieProcessor().apply(cookie);
            fields.add("Set-Cookie", SetCookie.format(processed));
        }
    }

    @Override
    public boolean containsHeader(String name) {
        return fields.get(name) != null;
    }

    @Override
    public String encodeURL(String url) {
        return SessionUrls.encode(url, life.request());
    }

    @Override
    public String encodeRedirectURL(String url) {
        return SessionUrls.encode(url, life.request());
    }

    @Override
    public void sendError(int status, @Nullable String message) throws IOException {
        if (includes > 0 || output.isForeign() || refused) {
            return;
        }
        requireUncommitted();
        content.clear();
        fields.status(status);
        error = new PendingError(status, message == null ? "" : message);
        output.seal();
    }

    /**
     * Like sendError, if it is still possible, but for the container: what the application reports after it, as frameworks do
     * with an exception that reading has thrown, changes nothing.
     */
    void refuse(int status) {
        if (!output.isSealed()) {
            refused = true;
            content.clear();
            fields.status(status);
            error = new PendingError(status, "");
            output.seal();
        }
    }

    @Override
    public void sendError(int status) throws IOException {
        sendError(status, null);
    }

    @Override
    public void sendRedirect(String location, int status, boolean clearBuffer) throws IOException {
        if (includes > 0) {
            return;
        }
        requireUncommitted();
        EngineRequest request = life.request();
        String target = context.settings().relativeRedirects()
                ? RedirectTarget.asGiven(location)
                : RedirectTarget.absolute(location, request.origin(), request.getRequestURI());
        fields.status(status);
        fields.set("Location", target);
        if (clearBuffer) {
            content.clear();
            fields.clearContent();
            fields.type().contentType("text/html;charset=utf-8");
            byte[] note = StatusText.redirectNote(target);
            output.write(note, 0, note.length);
        }
        seal();
    }

    private void requireUncommitted() {
        if (output.isSealed()) {
            throw new IllegalStateException("The response is committed");
        }
    }

    @Override
    public void setDateHeader(@Nullable String name, long date) {
        setHeader(name, HttpDates.format(date));
    }

    @Override
    public void addDateHeader(@Nullable String name, long date) {
        addHeader(name, HttpDates.format(date));
    }

    @Override
    public void setHeader(@Nullable String name, @Nullable String value) {
        if (name != null && !isFixed()) {
            fields.set(name, value);
        }
    }

    @Override
    public void addHeader(@Nullable String name, @Nullable String value) {
        if (name != null && value != null && !isFixed()) {
            fields.add(name, value);
        }
    }

    @Override
    public void setIntHeader(@Nullable String name, int value) {
        setHeader(name, Integer.toString(value));
    }

    @Override
    public void addIntHeader(@Nullable String name, int value) {
        addHeader(name, Integer.toString(value));
    }

    @Override
    public void setStatus(int status) {
        if (!isFixed()) {
            fields.status(status);
        }
    }

    @Override
    public int getStatus() {
        return fields.status();
    }

    @Override
    public @Nullable String getHeader(String name) {
        return fields.get(name);
    }

    @Override
    public Collection<String> getHeaders(String name) {
        return fields.all(name);
    }

    @Override
    public Collection<String> getHeaderNames() {
        return fields.names();
    }

    @Override
    public void setTrailerFields(@Nullable Supplier<Map<String, String>> supplier) {
        requireUncommitted();
        fields.trailers(supplier, life.exchange().request().version());
    }

    @Override
    public @Nullable Supplier<Map<String, String>> getTrailerFields() {
        return fields.trailers();
    }

    @Override
    public String getCharacterEncoding() {
        return fields.type().encoding();
    }

    @Override
    public @Nullable String getContentType() {
        return fields.type().contentType();
    }

    @Override
    public EngineOutputStream getOutputStream() {
        return content.stream();
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        return content.writer(fields.type());
    }

    @Override
    public void setCharacterEncoding(@Nullable String encoding) {
        if (!isFixed()) {
            fields.type().encoding(encoding);
        }
    }

    @Override
    public void setCharacterEncoding(@Nullable Charset encoding) {
        setCharacterEncoding(encoding == null ? null : encoding.name());
    }

    @Override
    public void setContentLength(int length) {
        setContentLengthLong(length);
    }

    @Override
    public void setContentLengthLong(long length) {
        if (!isFixed()) {
            fields.length(length);
        }
    }

    @Override
    public void setContentType(@Nullable String type) {
        setHeader("Content-Type", type);
    }

    @Override
    public void setBufferSize(int size) {
        if (includes == 0) {
            output.limit(size);
        }
    }

    @Override
    public int getBufferSize() {
        return output.limit();
    }

    @Override
    public void flushBuffer() throws IOException {
        output.flush();
    }

    @Override
    public void resetBuffer() {
        requireUncommitted();
        output.reset();
        content.resetBuffer();
    }

    @Override
    public void reset() {
        requireUncommitted();
        if (includes == 0) {
            content.clear();
            fields.clear();
        }
    }

    @Override
    public boolean isCommitted() {
        return output.isSealed();
    }

    @Override
    public void setLocale(@Nullable Locale locale) {
        if (!isFixed()) {
            fields.type().locale(locale);
            fields.set("Content-Language", locale == null ? null : locale.toLanguageTag());
        }
    }

    @Override
    public Locale getLocale() {
        Locale locale = fields.type().locale();
        return locale == null ? Locale.getDefault() : locale;
    }
}
