package io.netpoll.boot.autoconfigure;

import jakarta.servlet.ServletRequest;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.server.servlet.ServletWebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;

/** Reports which server was chosen. On its own, because the management context must not report again. */
@AutoConfiguration
@ConditionalOnClass(ServletRequest.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBooleanProperty(name = "netpoll.server.enabled", matchIfMissing = true)
public final class ServerChoiceReportAutoConfiguration {

    @Bean
    static ServerChoiceReport netpollServerChoiceReport(
            ObjectProvider<ServletWebServerFactory> factory, Environment environment, ResourceLoader resourceLoader) {
        return new ServerChoiceReport(factory, environment, resourceLoader.getClassLoader());
    }
}
