package io.netpoll.boot.autoconfigure;

import io.netpoll.handler.ForwardedOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.util.StringUtils;
import org.springframework.validation.Errors;

/** The properties {@code netpoll.server.remote-ip.*}: whose word about clients counts. What is not set keeps its default. */
public class RemoteIpProperties {

    /**
     * Addresses and ranges, such as 10.0.0.0/8, of proxies that are believed. By default those of private, link-local,
     * loopback and shared networks.
     */
    private @Nullable List<String> internalProxies;

    /**
     * Addresses and ranges of further proxies that are believed. The application finds them in X-Forwarded-By.
     */
    private @Nullable List<String> trustedProxies;

    /**
     * Header that names the client's address, or nothing for none. X-Forwarded-For by default. If set, it is read whatever
     * the strategy for forwarded headers.
     */
    private @Nullable String remoteIpHeader;

    /**
     * Header that names the scheme the client used, or nothing for none. X-Forwarded-Proto by default. If set, it is read
     * whatever the strategy for forwarded headers.
     */
    private @Nullable String protocolHeader;

    /**
     * Value of the protocol header that stands for HTTPS. "https" by default.
     */
    private @Nullable String protocolHeaderHttpsValue;

    /**
     * Header that names the host the client asked for, or nothing for none. X-Forwarded-Host by default.
     */
    private @Nullable String hostHeader;

    /**
     * Header that names the port the client asked for, or nothing for none. X-Forwarded-Port by default.
     */
    private @Nullable String portHeader;

    /**
     * Whether the Forwarded header (RFC 7239) is read in place of all these headers.
     */
    private boolean rfc7239;

    public @Nullable List<String> getInternalProxies() {
        return internalProxies;
    }

    public void setInternalProxies(@Nullable List<String> internalProxies) {
        this.internalProxies = internalProxies;
    }

    public @Nullable List<String> getTrustedProxies() {
        return trustedProxies;
    }

    public void setTrustedProxies(@Nullable List<String> trustedProxies) {
        this.trustedProxies = trustedProxies;
    }

    public @Nullable String getRemoteIpHeader() {
        return remoteIpHeader;
    }

    public void setRemoteIpHeader(@Nullable String remoteIpHeader) {
        this.remoteIpHeader = remoteIpHeader;
    }

    public @Nullable String getProtocolHeader() {
        return protocolHeader;
    }

    public void setProtocolHeader(@Nullable String protocolHeader) {
        this.protocolHeader = protocolHeader;
    }

    public @Nullable String getProtocolHeaderHttpsValue() {
        return protocolHeaderHttpsValue;
    }

    public void setProtocolHeaderHttpsValue(@Nullable String protocolHeaderHttpsValue) {
        this.protocolHeaderHttpsValue = protocolHeaderHttpsValue;
    }

    public @Nullable String getHostHeader() {
        return hostHeader;
    }

    public void setHostHeader(@Nullable String hostHeader) {
        this.hostHeader = hostHeader;
    }

    public @Nullable String getPortHeader() {
        return portHeader;
    }

    public void setPortHeader(@Nullable String portHeader) {
        this.portHeader = portHeader;
    }

    public boolean isRfc7239() {
        return rfc7239;
    }

    public void setRfc7239(boolean rfc7239) {
        this.rfc7239 = rfc7239;
    }

    /** Whether a header is named that makes no sense unless it is read: as Spring Boot has it for Tomcat. */
    boolean namesHeaders() {
        return StringUtils.hasText(remoteIpHeader) || StringUtils.hasText(protocolHeader);
    }

    ForwardedOptions options() {
        ForwardedOptions.Builder options = ForwardedOptions.builder().rfc7239(rfc7239);
        PropertyMapper map = PropertyMapper.get();
        map.from(internalProxies).to(options::internalProxies);
        map.from(trustedProxies).to(options::trustedProxies);
        map.from(remoteIpHeader).to(name -> options.clientField(emptyToNull(name)));
        map.from(protocolHeader).to(name -> options.protocolField(emptyToNull(name)));
        map.from(protocolHeaderHttpsValue).to(options::secureProtocol);
        map.from(hostHeader).to(name -> options.hostField(emptyToNull(name)));
        map.from(portHeader).to(name -> options.portField(emptyToNull(name)));
        return options.build();
    }

    private static @Nullable String emptyToNull(String name) {
        return name.isBlank() ? null : name.strip();
    }

    void validate(Errors errors) {
        check(errors, "internalProxies", internalProxies, (options, value) -> options.internalProxies(value));
        check(errors, "trustedProxies", trustedProxies, (options, value) -> options.trustedProxies(value));
        check(errors, "remoteIpHeader", remoteIpHeader, (options, value) -> options.clientField(emptyToNull(value)));
        check(errors, "protocolHeader", protocolHeader, (options, value) -> options.protocolField(emptyToNull(value)));
        check(
                errors,
                "protocolHeaderHttpsValue",
                protocolHeaderHttpsValue,
                (options, value) -> options.secureProtocol(value));
        check(errors, "hostHeader", hostHeader, (options, value) -> options.hostField(emptyToNull(value)));
        check(errors, "portHeader", portHeader, (options, value) -> options.portField(emptyToNull(value)));
    }

    @FunctionalInterface
    private interface Setter<T> {
        ForwardedOptions.Builder set(ForwardedOptions.Builder options, T value);
    }

    private static <T> void check(Errors errors, String field, @Nullable T value, Setter<T> setter) {
        if (value == null) {
            return;
        }
        try {
            setter.set(ForwardedOptions.builder(), value).build();
        } catch (IllegalArgumentException e) {
            String reason = String.valueOf(e.getMessage());
            errors.rejectValue("remoteIp." + field, "form", reason.substring(reason.indexOf(' ') + 1));
        }
    }
}
