package io.netpoll.handler;

import io.netpoll.http.FieldSyntax;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whose word about clients is believed, and where it stands; immutable. The defaults are those of Tomcat's RemoteIpValve in a
 * Spring Boot application.
 *
 * @param internalProxies the proxies that are believed: addresses, or ranges such as {@code 10.0.0.0/8}. A peer at a
 *     Unix-domain socket counts as {@code 127.0.0.1}
 * @param trustedProxies further proxies that are believed, and whose addresses the application gets in {@code proxiesField}
 * @param clientField names the client's address; {@code null} for none
 * @param proxiesField where the application gets the trusted proxies' addresses; {@code null} for nowhere
 * @param protocolField names the scheme the client used; {@code null} for none
 * @param secureProtocol the value of it that stands for TLS, compared without regard to case
 * @param hostField names the host the client asked for; {@code null} for none
 * @param portField names the port the client asked for, looked at if there is a {@code protocolField}; {@code null} for none
 * @param rfc7239 whether {@code Forwarded} (RFC 7239) is read in place of all these fields
 */
public record ForwardedOptions(
        List<String> internalProxies,
        List<String> trustedProxies,
        @Nullable String clientField,
        @Nullable String proxiesField,
        @Nullable String protocolField,
        String secureProtocol,
        @Nullable String hostField,
        @Nullable String portField,
        boolean rfc7239) {

    /**
     * Checks every value.
     *
     * @throws IllegalArgumentException naming the first value that cannot be
     */
    public ForwardedOptions {
        internalProxies = List.copyOf(internalProxies);
        trustedProxies = List.copyOf(trustedProxies);
        ranges("internalProxies", internalProxies);
        ranges("trustedProxies", trustedProxies);
        fieldName("clientField", clientField);
        fieldName("proxiesField", proxiesField);
        fieldName("protocolField", protocolField);
        fieldName("hostField", hostField);
        fieldName("portField", portField);
        if (secureProtocol.isBlank()) {
            throw new IllegalArgumentException("secureProtocol must not be empty");
        }
    }

    private static void ranges(String name, List<String> values) {
        for (String value : values) {
            if (AddressRange.parse(value) == null) {
                throw new IllegalArgumentException(
                        name + " must be IP addresses or ranges such as 10.0.0.0/8, but there is " + value);
            }
        }
    }

    private static void fieldName(String name, @Nullable String value) {
        if (value != null && !FieldSyntax.isToken(value)) {
            throw new IllegalArgumentException(name + " must be the name of a field, but is " + value);
        }
    }

    /** A builder that holds the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects options. Not safe for use by several threads. */
    public static final class Builder {

        private List<String> internalProxies = AddressRanges.INTERNAL.texts();

        private List<String> trustedProxies = List.of();
        private @Nullable String clientField = "X-Forwarded-For";
        private @Nullable String proxiesField = "X-Forwarded-By";
        private @Nullable String protocolField = "X-Forwarded-Proto";
        private String secureProtocol = "https";
        private @Nullable String hostField = "X-Forwarded-Host";
        private @Nullable String portField = "X-Forwarded-Port";
        private boolean rfc7239;

        private Builder() {}

        /** Sets {@link ForwardedOptions#internalProxies}; default private, link-local, loopback and shared addresses. */
        public Builder internalProxies(List<String> internalProxies) {
            this.internalProxies = internalProxies;
            return this;
        }

        /** Sets {@link ForwardedOptions#trustedProxies}; default none. */
        public Builder trustedProxies(List<String> trustedProxies) {
            this.trustedProxies = trustedProxies;
            return this;
        }

        /** Sets {@link ForwardedOptions#clientField}; default {@code X-Forwarded-For}. */
        public Builder clientField(@Nullable String clientField) {
            this.clientField = clientField;
            return this;
        }

        /** Sets {@link ForwardedOptions#proxiesField}; default {@code X-Forwarded-By}. */
        public Builder proxiesField(@Nullable String proxiesField) {
            this.proxiesField = proxiesField;
            return this;
        }

        /** Sets {@link ForwardedOptions#protocolField}; default {@code X-Forwarded-Proto}. */
        public Builder protocolField(@Nullable String protocolField) {
            this.protocolField = protocolField;
            return this;
        }

        /** Sets {@link ForwardedOptions#secureProtocol}; default {@code https}. */
        public Builder secureProtocol(String secureProtocol) {
            this.secureProtocol = secureProtocol;
            return this;
        }

        /** Sets {@link ForwardedOptions#hostField}; default {@code X-Forwarded-Host}. */
        public Builder hostField(@Nullable String hostField) {
            this.hostField = hostField;
            return this;
        }

        /** Sets {@link ForwardedOptions#portField}; default {@code X-Forwarded-Port}. */
        public Builder portField(@Nullable String portField) {
            this.portField = portField;
            return this;
        }

        /** Sets {@link ForwardedOptions#rfc7239}; default {@code false}. */
        public Builder rfc7239(boolean rfc7239) {
            this.rfc7239 = rfc7239;
            return this;
        }

        /**
         * The options.
         *
         * @throws IllegalArgumentException naming the first value that cannot be
         */
        public ForwardedOptions build() {
            return new ForwardedOptions(
                    internalProxies,
                    trustedProxies,
                    clientField,
                    proxiesField,
                    protocolField,
                    secureProtocol,
                    hostField,
                    portField,
                    rfc7239);
        }
    }
}
