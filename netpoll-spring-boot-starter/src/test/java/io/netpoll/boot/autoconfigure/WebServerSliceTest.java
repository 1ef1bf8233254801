package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.boot.NetpollWebServer;
import io.netpoll.boot.TestHttp;
import io.netpoll.boot.TestServlets;
import jakarta.servlet.http.HttpServlet;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.web.server.test.AutoConfigureWebServer;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A test slice that wants a web server and nothing else gets netpoll. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureWebServer
class WebServerSliceTest {

    @Autowired
    private ServletWebServerApplicationContext context;

    @Test
    void sliceIsServedByNetpoll() {
        assertThat(context.getWebServer()).isInstanceOf(NetpollWebServer.class);
        assertThat(TestHttp.body(TestApplication.port(context), "/any")).isEqualTo("served");
    }

    @Configuration(proxyBeanMethods = false)
    static class OneServlet {

        @Bean
        ServletRegistrationBean<HttpServlet> servlet() {
            return TestServlets.text("/any", "served");
        }
    }
}
