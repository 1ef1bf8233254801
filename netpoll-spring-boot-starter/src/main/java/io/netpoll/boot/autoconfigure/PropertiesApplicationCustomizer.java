package io.netpoll.boot.autoconfigure;

import io.netpoll.boot.NetpollApplicationCustomizer;
import io.netpoll.servlet.WebApplication;
import io.netpoll.servlet.resource.ContentCoding;
import org.springframework.core.Ordered;

/** Carries properties into the Servlet engine. */
class PropertiesApplicationCustomizer implements NetpollApplicationCustomizer, Ordered {

    private final NetpollServletProperties properties;

    PropertiesApplicationCustomizer(NetpollServletProperties properties) {
        this.properties = properties;
    }

    @Override
    public int getOrder() {
        return 0;
    }

    @Override
    public void customize(WebApplication.Builder application) {
        application
                .maxSessions(properties.getMaxSessions())
                .maxCookieCount(properties.getMaxCookieCount())
                .maxFormSize(properties.getMaxFormSize().toBytes())
                .maxParameterCount(properties.getMaxParameterCount())
                .maxPartCount(properties.getMaxPartCount())
                .maxPartHeaderSize(
                        Math.toIntExact(properties.getMaxPartHeaderSize().toBytes()))
                .precompressed(properties.getPrecompressed().toArray(ContentCoding[]::new))
                .relativeRedirects(properties.isRelativeRedirects())
                .contextRootRedirect(properties.isRedirectContextRoot());
    }
}
