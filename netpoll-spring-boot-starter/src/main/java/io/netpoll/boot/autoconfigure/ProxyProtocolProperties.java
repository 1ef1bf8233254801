package io.netpoll.boot.autoconfigure;

import io.netpoll.handler.AddressRanges;
import io.netpoll.server.ListenAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.validation.Errors;

/**
 * The properties {@code netpoll.server.proxy-protocol.*} and {@code netpoll.server.listeners[n].proxy-protocol.*}: whether
 * proxies say, in front of what their clients send, who those are.
 */
public class ProxyProtocolProperties {

    /**
     * Whether every connection has to begin with a header of the PROXY protocol, version 1 or 2.
     */
    private boolean enabled;

    /**
     * Addresses and ranges, such as 10.0.0.0/8, of the proxies that may connect. By default those of private, link-local,
     * loopback and shared networks.
     */
    private @Nullable List<String> trustedProxies;

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public @Nullable List<String> getTrustedProxies() {
        return trustedProxies;
    }

    public void setTrustedProxies(@Nullable List<String> trustedProxies) {
        this.trustedProxies = trustedProxies;
    }

    /** The proxies that may connect; {@code null} if clients connect themselves. */
    @Nullable AddressRanges proxies() {
        if (!enabled) {
            return null;
        }
        return trustedProxies == null ? AddressRanges.INTERNAL : AddressRanges.of(trustedProxies);
    }

    ListenAddress applyTo(ListenAddress address) {
        AddressRanges proxies = proxies();
        return proxies == null ? address : address.behindProxies(proxies);
    }

    void validate(Errors errors, String field) {
        if (trustedProxies == null) {
            return;
        }
        if (trustedProxies.isEmpty()) {
            errors.rejectValue(field + ".trustedProxies", "empty", "must have at least one address or range");
            return;
        }
        try {
            AddressRanges.of(trustedProxies);
        } catch (IllegalArgumentException e) {
            String reason = String.valueOf(e.getMessage());
            errors.rejectValue(field + ".trustedProxies", "form", reason.substring(reason.indexOf(' ') + 1));
        }
    }
}
