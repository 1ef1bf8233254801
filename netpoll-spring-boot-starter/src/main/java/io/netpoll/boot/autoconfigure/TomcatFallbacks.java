package io.netpoll.boot.autoconfigure;

import io.netpoll.boot.accesslog.AccessLogSettings;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

/**
 * Takes the settings that an application has for Tomcat where it has none for netpoll, so that a change of the server is not a
 * change of the settings. Only those with the same meaning are taken; {@link OtherServerProperties} names the others.
 */
final class TomcatFallbacks {

    static final String TOMCAT = "server.tomcat.";
    private static final String NETPOLL = "netpoll.server.";

    /** Longer than any connection: what Tomcat calls infinite. */
    private static final Duration FOREVER = Duration.ofDays(36_500);

    private final Binder binder;

    /** The names that are taken, behind {@link #TOMCAT}, with those they are taken for. */
    private static final Map<String, String> TAKEN = Map.ofEntries(
            Map.entry("threads.max", "platform-threads"),
            Map.entry("max-connections", "max-connections"),
            Map.entry("accept-count", "accept-backlog"),
            Map.entry("connection-timeout", "head-timeout"),
            Map.entry("keep-alive-timeout", "keep-alive-timeout"),
            Map.entry("max-keep-alive-requests", "max-keep-alive-requests"),
            Map.entry("max-swallow-size", "max-swallow-size"),
            Map.entry("max-http-form-post-size", "servlet.max-form-size"),
            Map.entry("max-parameter-count", "servlet.max-parameter-count"),
            Map.entry("max-part-count", "servlet.max-part-count"),
            Map.entry("max-part-header-size", "servlet.max-part-header-size"),
            Map.entry("use-relative-redirects", "servlet.relative-redirects"),
            Map.entry("redirect-context-root", "servlet.redirect-context-root"),
            Map.entry("remoteip.internal-proxies", "remote-ip.internal-proxies"),
            Map.entry("remoteip.trusted-proxies", "remote-ip.trusted-proxies"),
            Map.entry("remoteip.remote-ip-header", "remote-ip.remote-ip-header"),
            Map.entry("remoteip.protocol-header", "remote-ip.protocol-header"),
            Map.entry("remoteip.protocol-header-https-value", "remote-ip.protocol-header-https-value"),
            Map.entry("remoteip.host-header", "remote-ip.host-header"),
            Map.entry("remoteip.port-header", "remote-ip.port-header"),
            Map.entry("accesslog.enabled", "accesslog.enabled"),
            Map.entry("accesslog.pattern", "accesslog.pattern"),
            Map.entry("accesslog.directory", "accesslog.directory"),
            Map.entry("accesslog.prefix", "accesslog.prefix"),
            Map.entry("accesslog.suffix", "accesslog.suffix"),
            Map.entry("accesslog.file-date-format", "accesslog.file-date-format"),
            Map.entry("accesslog.rotate", "accesslog.rotate"),
            Map.entry("accesslog.rename-on-rotate", "accesslog.rename-on-rotate"),
            Map.entry("accesslog.max-days", "accesslog.max-days"),
            Map.entry("accesslog.buffered", "accesslog.buffered"),
            Map.entry("accesslog.check-exists", "accesslog.check-exists"),
            Map.entry("accesslog.encoding", "accesslog.encoding"),
            Map.entry("accesslog.locale", "accesslog.locale"),
            Map.entry("accesslog.condition-if", "accesslog.condition-if"),
            Map.entry("accesslog.condition-unless", "accesslog.condition-unless"),
            Map.entry("accesslog.ipv6-canonical", "accesslog.ipv6-canonical"),
            Map.entry("accesslog.request-attributes-enabled", "accesslog.request-attributes-enabled"));

    private TomcatFallbacks(Binder binder) {
        this.binder = binder;
    }

    /** Whether a property of Tomcat, named without {@link #TOMCAT}, is taken. */
    static boolean takes(String name) {
        return TAKEN.containsKey(name);
    }

    /** The property a fallback is taken for, for messages. */
    static Map<String, String> taken() {
        return TAKEN;
    }

    /**
     * Changes properties that have not been set themselves.
     *
     * @throws InvalidConfigurationPropertyValueException naming the property whose value cannot be
     */
    static void apply(Binder binder, NetpollServerProperties properties) {
        new TomcatFallbacks(binder).take(properties);
    }

    /** Like {@link #apply(Binder, NetpollServerProperties)}, for what concerns the Servlet engine. */
    static void apply(Binder binder, NetpollServletProperties properties) {
        new TomcatFallbacks(binder).take(properties);
    }

    private void take(NetpollServletProperties properties) {
        take("max-http-form-post-size", DataSize.class, size("max-http-form-post-size", properties::setMaxFormSize));
        take("max-parameter-count", Integer.class, value -> properties.setMaxParameterCount(Math.max(-1, value)));
        take("max-part-count", Integer.class, value -> properties.setMaxPartCount(Math.max(-1, value)));
        take("max-part-header-size", DataSize.class, size("max-part-header-size", properties::setMaxPartHeaderSize));
        take("use-relative-redirects", Boolean.class, properties::setRelativeRedirects);
        take("redirect-context-root", Boolean.class, properties::setRedirectContextRoot);
    }

    private void take(NetpollServerProperties properties) {
        take("threads.max", Integer.class, atLeastOne("threads.max", properties::setPlatformThreads));
        take("max-connections", Integer.class, value -> properties.setMaxConnections(orUnlimited(value)));
        take("accept-count", Integer.class, value -> properties.setAcceptBacklog(Math.max(1, value)));
        take("max-keep-alive-requests", Integer.class, value -> properties.setMaxKeepAliveRequests(requests(value)));
        take("max-swallow-size", DataSize.class, properties::setMaxSwallowSize);
        takeTimeouts(properties);
        takeProxies(properties.getRemoteIp());
        takeAccessLog(properties.getAccesslog());
    }

    /** Tomcat waits as long for the next request of a connection as for the first, unless it is told something else. */
    private void takeTimeouts(NetpollServerProperties properties) {
        take("connection-timeout", Duration.class, value -> {
            Duration timeout = orForever("connection-timeout", value);
            properties.setHeadTimeout(timeout);
            if (isUnset("body-timeout")) {
                properties.setBodyTimeout(timeout);
            }
            if (isUnset("keep-alive-timeout")) {
                properties.setKeepAliveTimeout(timeout);
            }
        });
        take(
                "keep-alive-timeout",
                Duration.class,
                value -> properties.setKeepAliveTimeout(orForever("keep-alive-timeout", value)));
    }

    private void takeProxies(RemoteIpProperties proxies) {
        takeList("remoteip.internal-proxies", proxies::setInternalProxies);
        takeList("remoteip.trusted-proxies", proxies::setTrustedProxies);
        take("remoteip.remote-ip-header", String.class, proxies::setRemoteIpHeader);
        take("remoteip.protocol-header", String.class, proxies::setProtocolHeader);
        take("remoteip.protocol-header-https-value", String.class, proxies::setProtocolHeaderHttpsValue);
        take("remoteip.host-header", String.class, proxies::setHostHeader);
        take("remoteip.port-header", String.class, proxies::setPortHeader);
    }

    private void takeAccessLog(AccessLogSettings log) {
        take("accesslog.enabled", Boolean.class, log::setEnabled);
        take("accesslog.pattern", String.class, log::setPattern);
        take("accesslog.directory", String.class, log::setDirectory);
        take("accesslog.prefix", String.class, log::setPrefix);
        take("accesslog.suffix", String.class, log::setSuffix);
        take("accesslog.file-date-format", String.class, log::setFileDateFormat);
        take("accesslog.rotate", Boolean.class, log::setRotate);
        take("accesslog.rename-on-rotate", Boolean.class, log::setRenameOnRotate);
        take("accesslog.max-days", Integer.class, log::setMaxDays);
        take("accesslog.buffered", Boolean.class, log::setBuffered);
        take("accesslog.check-exists", Boolean.class, log::setCheckExists);
        take("accesslog.encoding", Charset.class, log::setEncoding);
        take("accesslog.locale", Locale.class, log::setLocale);
        take("accesslog.condition-if", String.class, log::setConditionIf);
        take("accesslog.condition-unless", String.class, log::setConditionUnless);
        take("accesslog.ipv6-canonical", Boolean.class, log::setIpv6Canonical);
        take("accesslog.request-attributes-enabled", Boolean.class, log::setRequestAttributesEnabled);
    }

    private <T> void take(String tomcat, Class<T> type, Consumer<T> setter) {
        take(tomcat, Bindable.of(type), setter);
    }

    private void takeList(String tomcat, Consumer<List<String>> setter) {
        take(tomcat, Bindable.listOf(String.class), setter);
    }

    private <T> void take(String tomcat, Bindable<T> type, Consumer<T> setter) {
        String ours = TAKEN.get(tomcat);
        if (ours == null) {
            throw new IllegalArgumentException("Not among the properties that are taken: " + tomcat);
        }
        if (isUnset(ours)) {
            binder.bind(TOMCAT + tomcat, type).ifBound(setter);
        }
    }

    private boolean isUnset(String name) {
        return !binder.bind(NETPOLL + name, Bindable.listOf(String.class)).isBound();
    }

    private static Consumer<Integer> atLeastOne(String name, Consumer<Integer> setter) {
        return value -> {
            if (value < 1) {
                throw new InvalidConfigurationPropertyValueException(TOMCAT + name, value, "It must be at least 1.");
            }
            setter.accept(value);
        };
    }

    private static Consumer<DataSize> size(String name, Consumer<DataSize> setter) {
        return value -> {
            if (value.toBytes() > Integer.MAX_VALUE) {
                throw new InvalidConfigurationPropertyValueException(TOMCAT + name, value, "It must be below 2GB.");
            }
            setter.accept(value.isNegative() ? DataSize.ofBytes(-1) : value);
        };
    }

    private static int orUnlimited(int value) {
        return value < 0 ? Integer.MAX_VALUE : Math.max(1, value);
    }

    /** For Tomcat 0 and 1 both mean that a connection carries one request. */
    private static int requests(int value) {
        return value < 0 ? -1 : Math.max(1, value);
    }

    private static Duration orForever(String name, Duration value) {
        if (value.isZero()) {
            throw new InvalidConfigurationPropertyValueException(
                    TOMCAT + name, value, "It must be positive, or negative for any time.");
        }
        return value.isNegative() ? FOREVER : value;
    }
}
