package io.netpoll.it.shop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.web.server.servlet.ServletWebServerFactory;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** A slice of Spring MVC has no server, netpoll or not. */
@WebMvcTest(ItemController.class)
@Import(Stock.class)
class SliceIT {

    @Test
    void sliceIsUnaffected(@Autowired MockMvcTester mvc, @Autowired ApplicationContext context) {
        assertThat(mvc.get().uri("/items"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$[0].name")
                .isEqualTo("Tea");
        assertThat(context.getBeanNamesForType(ServletWebServerFactory.class)).isEmpty();
    }
}
