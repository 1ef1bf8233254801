package io.netpoll.it.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import io.netpoll.boot.NetpollWebServer;
import io.netpoll.it.Browser;
import java.net.URI;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.TestRestTemplate;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureTestRestTemplate;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

/** Spring MVC, Thymeleaf, validation, GraphQL and springdoc from outside. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureRestTestClient
@AutoConfigureTestRestTemplate
class ShopIT {

    @Autowired
    private RestTestClient client;

    @Autowired
    private TestRestTemplate template;

    @LocalServerPort
    private int port;

    private Browser browser;

    @BeforeEach
    void open() {
        browser = new Browser(port);
    }

    @AfterEach
    void close() {
        browser.close();
    }

    @Test
    void serverIsNetpoll(@Autowired ServletWebServerApplicationContext context) {
        assertThat(context.getWebServer()).isInstanceOf(NetpollWebServer.class);
    }

    @Test
    void testRestTemplateReadsJson() {
        assertThat(template.getForObject("/items", Item[].class)).contains(new Item("Käse", 480));
    }

    @Test
    void restTestClientWritesJson() {
        client.post()
                .uri("/items")
                .contentType(MediaType.APPLICATION_JSON)
                .body(new Item("Brot", 390))
                .exchange()
                .expectStatus()
                .isCreated()
                .expectBody(Item.class)
                .isEqualTo(new Item("Brot", 390));
    }

    @Test
    void invalidJsonIsRefused() {
        client.post()
                .uri("/items")
                .contentType(MediaType.APPLICATION_JSON)
                .body(new Item("", -1))
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.path")
                .isEqualTo("/items");
    }

    @Test
    void invalidFormIsShownAgainWithItsErrors() {
        HttpResponse<String> response = browser.post("/order", Map.of("item", "", "count", "12"));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body())
                .contains("must not be blank", "must be less than or equal to 9", "value=\"12\"")
                .doesNotContain("Ordered");
    }

    @Test
    void validFormIsRedirectedAndItsFlashAttributeShownOnce() {
        HttpResponse<String> response = browser.post("/order", Map.of("item", "Käse", "count", "2"));
        assertThat(response.statusCode()).isEqualTo(302);
        // The session is new: whether the browser keeps its cookie is not known yet, so its id is in the URL too.
        String location = response.headers().firstValue("Location").orElseThrow();
        assertThat(location).startsWith("http://localhost:" + port + "/order;jsessionid=");
        String page = browser.get(URI.create(location).getPath()).body();
        assertThat(page).contains("Ordered: 2 × Käse");
        assertThat(browser.get("/order").body()).doesNotContain("Ordered");
    }

    @Test
    void staticResourceIsRevalidated() {
        HttpResponse<String> response = browser.get("/shop.css");
        assertThat(response.statusCode()).isEqualTo(200);
        String modified = response.headers().firstValue("Last-Modified").orElseThrow();
        assertThat(browser.get("/shop.css", "If-Modified-Since", modified).statusCode())
                .isEqualTo(304);
        assertThat(browser.get("/shop.css", "Range", "bytes=0-5"))
                .satisfies(part -> assertThat(part.statusCode()).isEqualTo(206))
                .satisfies(part -> assertThat(part.body()).isEqualTo(".error"));
    }

    @Test
    void unknownPageIsThePageOfErrors() {
        HttpResponse<String> response = browser.get("/nowhere", "Accept", "text/html");
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body()).contains("Whitelabel Error Page");
    }

    @Test
    void graphQueriesAndMutationsAreAnswered() {
        assertThat(graph("{ items { name price } }"))
                .contains("{\"name\":\"Tea\",\"price\":250}")
                .doesNotContain("errors");
        assertThat(graph("mutation { addItem(name: \\\"Milk\\\", price: 120) { name } }"))
                .contains("{\"addItem\":{\"name\":\"Milk\"}}");
        assertThat(graph("{ customers { name } }")).contains("errors", "customers");
    }

    private String graph(String query) {
        HttpResponse<String> response =
                browser.post("/graphql", "{\"query\":\"" + query + "\"}", "Content-Type", "application/json");
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    @Test
    void graphSubscriptionIsAStreamOfEvents() {
        HttpResponse<String> response = browser.post(
                "/graphql",
                "{\"query\":\"subscription { offers { name } }\"}",
                "Content-Type",
                "application/json",
                "Accept",
                "text/event-stream");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body().lines().filter(line -> line.startsWith("event:")))
                .containsExactly("event:next", "event:next", "event:complete");
        assertThat(response.body()).contains("{\"offers\":{\"name\":\"Tea\"}}");
    }

    @Test
    void openApiDescribesTheControllers() {
        assertThat(browser.get("/v3/api-docs"))
                .satisfies(docs -> assertThat(docs.statusCode()).isEqualTo(200))
                .satisfies(docs -> assertThat(docs.body())
                        .contains("\"openapi\":", "\"/items\":", "\"/upload\":", "http://localhost:" + port));
    }

    @Test
    void swaggerUiIsServed() {
        HttpResponse<String> entry = browser.get("/swagger-ui.html");
        assertThat(entry.statusCode()).isEqualTo(302);
        String location = entry.headers().firstValue("Location").orElseThrow();
        assertThat(browser.get(URI.create(location).getPath()).body()).contains("<title>Swagger UI</title>");
        assertThat(browser.get("/swagger-ui/swagger-ui-bundle.js").body()).hasSizeGreaterThan(1_000_000);
    }

    @Test
    void streamedBodyIsWhole() {
        HttpResponse<Stream<String>> response =
                browser.send(browser.request("/export?lines=100000"), BodyHandlers.ofLines());
        assertThat(response.headers().firstValue("Transfer-Encoding")).hasValue("chunked");
        try (Stream<String> lines = response.body()) {
            assertThat(lines).hasSize(100_000).last().isEqualTo("line %020d of the export".formatted(99_999));
        }
    }

    @Test
    void streamedBodyThatFailsDoesNotLookComplete() {
        assertThatException().isThrownBy(() -> browser.get("/broken-export")).withMessage("No answer");
        assertThat(browser.get("/items").statusCode()).isEqualTo(200);
    }

    @Test
    void eventsArriveInOrder() {
        HttpResponse<String> response = browser.get("/events?count=100");
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith(MediaType.TEXT_EVENT_STREAM_VALUE));
        assertThat(response.body().lines().filter(line -> line.startsWith("data:")))
                .hasSize(100)
                .last()
                .isEqualTo("data:{\"number\":100}");
    }

    @Test
    void unsupportedMethodIsNamed() {
        client.delete()
                .uri("/items")
                .exchange()
                .expectStatus()
                .isEqualTo(HttpStatus.METHOD_NOT_ALLOWED)
                .expectHeader()
                .valueMatches("Allow", ".*POST.*");
    }
}
