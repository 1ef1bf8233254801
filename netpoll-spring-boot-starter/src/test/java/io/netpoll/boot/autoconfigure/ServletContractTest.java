package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.boot.NetpollServletWebServerFactory;
import io.netpoll.boot.TestHttp;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableWebApplicationContext;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.servlet.ServletWebServerFactoryCustomizer;
import org.springframework.boot.web.server.servlet.ConfigurableServletWebServerFactory;
import org.springframework.boot.web.server.servlet.CookieSameSiteSupplier;
import org.springframework.boot.web.server.servlet.ServletWebServerFactory;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletListenerRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.filter.ForwardedHeaderFilter;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/**
 * What Spring Boot expects of the auto-configuration of any Servlet server. No auto-configuration of Spring MVC is there to
 * help.
 */
class ServletContractTest {

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner(
                    AnnotationConfigServletWebServerApplicationContext::new)
            .withConfiguration(AutoConfigurations.of(NetpollServletWebServerAutoConfiguration.class))
            .withPropertyValues("server.port=0");

    @Test
    void factoryDoesNotNeedTheContextOfTheServletsAndIsCustomized() {
        runner.withUserConfiguration(Customized.class).run(context -> {
            assertThat(context.getBean(Customized.class).callsBeforeTheServlets).hasValue(1);
            assertThat(context).hasSingleBean(ServletWebServerFactoryCustomizer.class);
            assertThat(servletContext(context).getContextPath()).isEqualTo("/customized");
        });
    }

    @Test
    void parametersOfTheContextAreThere() {
        runner.withPropertyValues("server.servlet.context-parameters.a=alpha")
                .run(context -> assertThat(servletContext(context).getInitParameter("a"))
                        .isEqualTo("alpha"));
    }

    @Test
    void filterOfForwardedHeadersIsRegisteredForItsStrategy() {
        runner.withPropertyValues("server.forward-headers-strategy=framework").run(context -> assertThat(context)
                .getBean(FilterRegistrationBean.class)
                .extracting("filter")
                .isInstanceOf(ForwardedHeaderFilter.class)
                .hasFieldOrPropertyWithValue("relativeRedirects", false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"native", "none"})
    void noFilterIsRegisteredForOtherStrategies(String strategy) {
        runner.withPropertyValues("server.forward-headers-strategy=" + strategy)
                .run(context -> assertThat(context).doesNotHaveBean(FilterRegistrationBean.class));
    }

    @Test
    void filterOfForwardedHeadersYieldsToThatOfTheApplication() {
        runner.withUserConfiguration(OwnForwardedHeaders.class)
                .withPropertyValues("server.forward-headers-strategy=framework")
                .run(context -> assertThat(context).hasSingleBean(FilterRegistrationBean.class));
    }

    @Test
    void suppliersOfSameSiteReachTheFactory() {
        runner.withUserConfiguration(SameSite.class).run(context -> assertThat(
                        ((NetpollServletWebServerFactory) context.getBean(ServletWebServerFactory.class))
                                .getSettings()
                                .getCookieSameSiteSuppliers())
                .hasSize(2));
    }

    @Test
    void listenersAreCalledWhileTheContextIsRefreshed() {
        runner.withUserConfiguration(Listeners.class).run(context -> {
            Listeners listeners = context.getBean(Listeners.class);
            assertThat(listeners.bean.initialized).hasValue(1);
            assertThat(listeners.registered.initialized).hasValue(1);
        });
    }

    @ParameterizedTest
    @CsvSource({"'', /", "/example, /spring/*"})
    void dispatcherServletOfTheApplicationServes(String contextPath, String mapping) {
        runner.withUserConfiguration(PlainMvc.class)
                .withPropertyValues("server.servlet.context-path=" + contextPath, "mapping=" + mapping)
                .run(context -> {
                    int port = TestApplication.port(context.getSourceApplicationContext(
                            AnnotationConfigServletWebServerApplicationContext.class));
                    HttpResponse<String> response = TestHttp.get(
                            port, contextPath + mapping.replace("/*", "/").concat("hello"));
                    assertThat(response.body()).isEqualTo("Hello, world");
                });
    }

    private static ServletContext servletContext(AssertableWebApplicationContext context) {
        ServletContext servletContext = context.getServletContext();
        assertThat(servletContext).isNotNull();
        return servletContext;
    }

    @Configuration(proxyBeanMethods = false)
    static class Customized {

        private final AtomicInteger callsBeforeTheServlets = new AtomicInteger();

        @Bean
        WebServerFactoryCustomizer<ConfigurableServletWebServerFactory> customizer(WebApplicationContext context) {
            return factory -> {
                callsBeforeTheServlets.addAndGet(context.getServletContext() == null ? 1 : 100);
                factory.setContextPath("/customized");
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnForwardedHeaders {

        @Bean
        FilterRegistrationBean<ForwardedHeaderFilter> ownFilter() {
            return new FilterRegistrationBean<>(new ForwardedHeaderFilter());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SameSite {

        @Bean
        CookieSameSiteSupplier strict() {
            return CookieSameSiteSupplier.ofStrict().whenHasName("a");
        }

        @Bean
        CookieSameSiteSupplier lax() {
            return CookieSameSiteSupplier.ofLax().whenHasName("b");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Listeners {

        private final CountingListener bean = new CountingListener();
        private final CountingListener registered = new CountingListener();

        @Bean
        ServletContextListener listenerBean() {
            return bean;
        }

        @Bean
        ServletListenerRegistrationBean<ServletContextListener> registration() {
            return new ServletListenerRegistrationBean<>(registered);
        }
    }

    private static final class CountingListener implements ServletContextListener {

        private final AtomicInteger initialized = new AtomicInteger();

        @Override
        public void contextInitialized(ServletContextEvent event) {
            initialized.incrementAndGet();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableWebMvc
    @RestController
    static class PlainMvc {

        /** A bean, and so of the context of the application instead of one of its own. */
        @Bean
        DispatcherServlet dispatcherServlet() {
            return new DispatcherServlet();
        }

        @Bean
        ServletRegistrationBean<DispatcherServlet> dispatcher(DispatcherServlet servlet, Environment environment) {
            return new ServletRegistrationBean<>(servlet, environment.getRequiredProperty("mapping"));
        }

        @GetMapping("/hello")
        String hello() {
            return "Hello, world";
        }
    }
}
