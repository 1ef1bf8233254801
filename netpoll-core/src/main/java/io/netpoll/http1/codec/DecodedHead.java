package io.netpoll.http1.codec;

import io.netpoll.http.Headers;
import io.netpoll.http.HttpVersion;
import io.netpoll.http.RequestHead;
import io.netpoll.http.TargetForm;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A request head in the octets it came in, checked against the grammar. Strings are made when asked for; those of the
 * request line are kept.
 *
 * <p>Immutable, and any thread may read it: the strings that are kept are the same whichever thread makes them.
 */
public final class DecodedHead extends FieldBlock implements RequestHead {

    private final String method;
    private final int targetStart;
    private final int targetEnd;
    private final TargetForm form;
    private final HttpVersion version;
    private final int hostLine;
    private final BodyFraming bodyFraming;
    private final long contentLength;
    private final boolean keepAlive;
    private final boolean expectsContinue;

    private @Nullable String target;
    private @Nullable String path;
    private @Nullable String authority;

    DecodedHead(byte[] octets, int[] offsets, int count, int methodEnd, int targetEnd, HttpVersion version)
            throws ProtocolException {
        super(octets, offsets, count);
        this.method = Methods.name(octets, methodEnd);
        this.targetStart = methodEnd + 1;
        this.targetEnd = targetEnd;
        this.version = version;
        this.form = Target.form(method, octets, targetStart, targetEnd);
        ControlFields control = new ControlFields(this, version);
        this.hostLine = control.hostLine();
        this.bodyFraming = control.bodyFraming();
        this.contentLength = control.contentLength();
        this.keepAlive = control.keepAlive();
        this.expectsContinue = control.expectsContinue();
    }

    /** How the end of the content is found. */
    public BodyFraming bodyFraming() {
        return bodyFraming;
    }

    /** What Content-Length says; −1 if the client sent none. */
    public long contentLength() {
        return contentLength;
    }

    /** Whether the client wants the connection to persist (RFC 9112 §9.3): {@code close} wins over {@code keep-alive}. */
    public boolean keepAlive() {
        return keepAlive;
    }

    /** Whether the client waits for 100 (Continue) before it sends its content (RFC 9110 §10.1.1). */
    public boolean expectsContinue() {
        return expectsContinue;
    }

    /** Whether the method is HEAD, whose responses have no content (RFC 9110 §9.3.2). */
    public boolean isHead() {
        return method.equals("HEAD");
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public String target() {
        String text = target;
        if (text == null) {
            text = text(targetStart, targetEnd);
            target = text;
        }
        return text;
    }

    @Override
    public TargetForm targetForm() {
        return form;
    }

    @Override
    public String path() {
        String text = path;
        if (text == null) {
            text = makePath();
            path = text;
        }
        return text;
    }

    @Override
    public @Nullable String query() {
        int pathEnd = pathEnd();
        return pathEnd == targetEnd ? null : text(pathEnd + 1, targetEnd);
    }

    @Override
    public @Nullable String scheme() {
        if (form != TargetForm.ABSOLUTE) {
            return null;
        }
        int end = Target.schemeEnd(octets, targetStart, targetEnd);
        return Octets.equalsIgnoreCase(octets, targetStart, end, "http")
                ? "http"
                : text(targetStart, end).toLowerCase(Locale.ROOT);
    }

    @Override
    public String authority() {
        String text = authority;
        if (text == null) {
            text = makeAuthority();
            authority = text;
        }
        return text;
    }

    @Override
    public HttpVersion version() {
        return version;
    }

    @Override
    public Headers headers() {
        return this;
    }

    private String makePath() {
        return switch (form) {
            case ASTERISK -> "*";
            case AUTHORITY -> "";
            case ORIGIN, ABSOLUTE -> {
                int start = pathStart();
                int end = pathEnd();
                if (start == end) {
                    yield "/";
                }
                yield start == targetStart && end == targetEnd ? target() : text(start, end);
            }
        };
    }

    private String makeAuthority() {
        return switch (form) {
            case AUTHORITY -> target();
            case ABSOLUTE -> text(Target.authorityStart(octets, targetStart, targetEnd), pathStart());
            case ORIGIN, ASTERISK -> hostLine < 0 ? "" : value(hostLine);
        };
    }

    /** Where the path starts: with an absolute form, behind the authority. */
    private int pathStart() {
        return form == TargetForm.ABSOLUTE
                ? Target.authorityEnd(octets, Target.authorityStart(octets, targetStart, targetEnd), targetEnd)
                : targetStart;
    }

    private int pathEnd() {
        return Octets.indexOf('?', octets, targetStart, targetEnd);
    }
}
