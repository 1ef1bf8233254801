package io.netpoll.boot.autoconfigure;

import io.netpoll.servlet.resource.ContentCoding;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;

/** The properties {@code netpoll.server.servlet.*}. Checks itself, so that a wrong value fails the start by its name. */
@ConfigurationProperties("netpoll.server.servlet")
public class NetpollServletProperties implements Validator {

    /**
     * Maximum number of sessions at the same time, or -1 for any number. Requests that want one more are answered with 503.
     */
    private int maxSessions = -1;

    /**
     * Maximum number of cookies of a request, or -1 for any number.
     */
    private int maxCookieCount = 200;

    /**
     * Maximum size of a form that is read for its parameters, or -1 for any size.
     */
    private DataSize maxFormSize = DataSize.ofMegabytes(2);

    /**
     * Maximum number of parameters of a request, or -1 for any number.
     */
    private int maxParameterCount = 1000;

    /**
     * Maximum number of parts of a multipart request, or -1 for any number.
     */
    private int maxPartCount = 50;

    /**
     * Maximum size of the headers of one part of a multipart request, or -1 for any size.
     */
    private DataSize maxPartHeaderSize = DataSize.ofKilobytes(4);

    /**
     * Codings in which files of the default servlet lie beside the plain ones, the preferred one first: "style.css.br" and
     * "style.css.gz" beside "style.css".
     */
    private List<ContentCoding> precompressed = new ArrayList<>();

    /**
     * Whether redirects to relative URLs are sent as they are, not made absolute.
     */
    private boolean relativeRedirects;

    /**
     * Whether a request for the context path without a slash at its end is redirected to the one with it.
     */
    private boolean redirectContextRoot = true;

    public int getMaxSessions() {
        return maxSessions;
    }

    public void setMaxSessions(int maxSessions) {
        this.maxSessions = maxSessions;
    }

    public int getMaxCookieCount() {
        return maxCookieCount;
    }

    public void setMaxCookieCount(int maxCookieCount) {
        this.maxCookieCount = maxCookieCount;
    }

    public DataSize getMaxFormSize() {
        return maxFormSize;
    }

    public void setMaxFormSize(DataSize maxFormSize) {
        this.maxFormSize = maxFormSize;
    }

    public int getMaxParameterCount() {
        return maxParameterCount;
    }

    public void setMaxParameterCount(int maxParameterCount) {
        this.maxParameterCount = maxParameterCount;
    }

    public int getMaxPartCount() {
        return maxPartCount;
    }

    public void setMaxPartCount(int maxPartCount) {
        this.maxPartCount = maxPartCount;
    }

    public DataSize getMaxPartHeaderSize() {
        return maxPartHeaderSize;
    }

    public void setMaxPartHeaderSize(DataSize maxPartHeaderSize) {
        this.maxPartHeaderSize = maxPartHeaderSize;
    }

    public List<ContentCoding> getPrecompressed() {
        return precompressed;
    }

    public void setPrecompressed(List<ContentCoding> precompressed) {
        this.precompressed = precompressed;
    }

    public boolean isRelativeRedirects() {
        return relativeRedirects;
    }

    public void setRelativeRedirects(boolean relativeRedirects) {
        this.relativeRedirects = relativeRedirects;
    }

    public boolean isRedirectContextRoot() {
        return redirectContextRoot;
    }

    public void setRedirectContextRoot(boolean redirectContextRoot) {
        this.redirectContextRoot = redirectContextRoot;
    }

    @Override
    public boolean supports(Class<?> type) {
        return NetpollServletProperties.class.isAssignableFrom(type);
    }

    @Override
    public void validate(Object target, Errors errors) {
        NetpollServletProperties properties = (NetpollServletProperties) target;
        limit(errors, "maxSessions", properties.maxSessions);
        limit(errors, "maxCookieCount", properties.maxCookieCount);
        limit(errors, "maxParameterCount", properties.maxParameterCount);
        limit(errors, "maxPartCount", properties.maxPartCount);
        size(errors, "maxFormSize", properties.maxFormSize);
        size(errors, "maxPartHeaderSize", properties.maxPartHeaderSize);
    }

    private static void limit(Errors errors, String field, int value) {
        if (value < -1) {
            errors.rejectValue(field, "min", "must be at least 0, or -1 for any number");
        }
    }

    private static void size(Errors errors, String field, @Nullable DataSize value) {
        if (value == null || value.toBytes() < -1 || value.toBytes() > Integer.MAX_VALUE) {
            errors.rejectValue(field, "range", "must be below 2GB, or -1 for any size");
        }
    }
}
