package io.netpoll.boot.accesslog;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;

/** What can be chosen about an access log. The names, and what they mean, are those of Tomcat's access log where it has them. */
public class AccessLogSettings {

    /** What an entry looks like. */
    public enum Format {
        /** The pattern's text with its tokens replaced. */
        TEXT,
        /** A JSON object with a member for each token of the pattern. */
        JSON
    }

    /**
     * Whether an access log is written.
     */
    private boolean enabled;

    /**
     * Name of the logger that the entries go to, at level INFO. Without it they go to files.
     */
    private @Nullable String logger;

    /**
     * What an entry looks like: the pattern with its tokens replaced, or a JSON object with a member for each token.
     */
    private Format format = Format.TEXT;

    /**
     * Tokens of an entry in Tomcat's notation, or "common" or "combined".
     */
    private String pattern = "common";

    /**
     * Directory of the files, created if need be. Relative to the working directory.
     */
    private String directory = "logs";

    /**
     * How the name of a file begins.
     */
    private String prefix = "access_log";

    /**
     * How the name of a file ends.
     */
    private String suffix = ".log";

    /**
     * Date in the name of a file. A new file is begun when it changes.
     */
    private String fileDateFormat = ".yyyy-MM-dd";

    /**
     * Whether a new file is begun when the date changes.
     */
    private boolean rotate = true;

    /**
     * Whether the date is put into the name of a file only when the next one is begun.
     */
    private boolean renameOnRotate;

    /**
     * Days that files are kept before they are deleted, or -1 to keep them.
     */
    private int maxDays = -1;

    /**
     * Whether entries are written together, at the latest after a second. If not, each is written as soon as it is there.
     */
    private boolean buffered = true;

    /**
     * Whether to look before writing if somebody has taken the file away, and to begin a new one then.
     */
    private boolean checkExists;

    /**
     * Character set of the files.
     */
    private Charset encoding = StandardCharsets.UTF_8;

    /**
     * Locale of dates in entries and in the names of files. That of the system by default.
     */
    private @Nullable Locale locale;

    /**
     * Request attribute without which a request is not logged.
     */
    private @Nullable String conditionIf;

    /**
     * Request attribute with which a request is not logged.
     */
    private @Nullable String conditionUnless;

    /**
     * Whether IPv6 addresses are written in the short form of RFC 5952.
     */
    private boolean ipv6Canonical;

    /**
     * Whether the client's address and host and the server's name are those the application sees, which
     * forwarded headers may have set, instead of those of the connection.
     */
    private boolean requestAttributesEnabled;

    /**
     * Whether a connection whose TLS handshake fails is an entry too, though there is no request.
     */
    private boolean handshakeFailures;

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public @Nullable String getLogger() {
        return logger;
    }

    public void setLogger(@Nullable String logger) {
        this.logger = logger;
    }

    public Format getFormat() {
        return format;
    }

    public void setFormat(Format format) {
        this.format = format;
    }

    public String getPattern() {
        return pattern;
    }

    public void setPattern(String pattern) {
        this.pattern = pattern;
    }

    public String getDirectory() {
        return directory;
    }

    public void setDirectory(String directory) {
        this.directory = directory;
    }

    public String getPrefix() {
        return prefix;
    }

    public void setPrefix(String prefix) {
        this.prefix = prefix;
    }

    public String getSuffix() {
        return suffix;
    }

    public void setSuffix(String suffix) {
        this.suffix = suffix;
    }

    public String getFileDateFormat() {
        return fileDateFormat;
    }

    public void setFileDateFormat(String fileDateFormat) {
        this.fileDateFormat = fileDateFormat;
    }

    public boolean isRotate() {
        return rotate;
    }

    public void setRotate(boolean rotate) {
        this.rotate = rotate;
    }

    public boolean isRenameOnRotate() {
        return renameOnRotate;
    }

    public void setRenameOnRotate(boolean renameOnRotate) {
        this.renameOnRotate = renameOnRotate;
    }

    public int getMaxDays() {
        return maxDays;
    }

    public void setMaxDays(int maxDays) {
        this.maxDays = maxDays;
    }

    public boolean isBuffered() {
        return buffered;
    }

    public void setBuffered(boolean buffered) {
        this.buffered = buffered;
    }

    public boolean isCheckExists() {
        return checkExists;
    }

    public void setCheckExists(boolean checkExists) {
        this.checkExists = checkExists;
    }

    public Charset getEncoding() {
        return encoding;
    }

    public void setEncoding(Charset encoding) {
        this.encoding = encoding;
    }

    public @Nullable Locale getLocale() {
        return locale;
    }

    public void setLocale(@Nullable Locale locale) {
        this.locale = locale;
    }

    public @Nullable String getConditionIf() {
        return conditionIf;
    }

    public void setConditionIf(@Nullable String conditionIf) {
        this.conditionIf = conditionIf;
    }

    public @Nullable String getConditionUnless() {
        return conditionUnless;
    }

    public void setConditionUnless(@Nullable String conditionUnless) {
        this.conditionUnless = conditionUnless;
    }

    public boolean isIpv6Canonical() {
        return ipv6Canonical;
    }

    public void setIpv6Canonical(boolean ipv6Canonical) {
        this.ipv6Canonical = ipv6Canonical;
    }

    public boolean isRequestAttributesEnabled() {
        return requestAttributesEnabled;
    }

    public void setRequestAttributesEnabled(boolean requestAttributesEnabled) {
        this.requestAttributesEnabled = requestAttributesEnabled;
    }

    public boolean isHandshakeFailures() {
        return handshakeFailures;
    }

    public void setHandshakeFailures(boolean handshakeFailures) {
        this.handshakeFailures = handshakeFailures;
    }

    /** These settings with another prefix; a copy. */
    public AccessLogSettings withPrefix(String newPrefix) {
        AccessLogSettings copy = new AccessLogSettings();
        BeanUtils.copyProperties(this, copy);
        copy.prefix = newPrefix;
        return copy;
    }

    /** The locale that is used. */
    Locale localeInUse() {
        return locale != null ? locale : Locale.getDefault(Locale.Category.FORMAT);
    }
}
