package io.netpoll.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class SampleApplicationTest {

    @LocalServerPort
    private int port;

    private RestTestClient client;

    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void disconnect() {
        http.close();
    }

    @BeforeEach
    void connect() {
        client = RestTestClient.bindToServer()
                .baseUrl("http://localhost:" + port)
                .build();
    }

    @Test
    void staticPageIsServed() {
        client.get()
                .uri("/")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentTypeCompatibleWith(MediaType.TEXT_HTML)
                .expectBody(String.class)
                .value(body -> assertThat(body).contains("Spring MVC on netpoll"));
    }

    @Test
    void helloHasThirteenBytes() {
        client.get()
                .uri("/hello")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentLength(13)
                .expectHeader()
                .exists(HttpHeaders.DATE)
                .expectBody(String.class)
                .isEqualTo("Hello, world!");
    }

    @Test
    void jsonIsWritten() {
        client.get()
                .uri("/person?name={name}", "Grace Höpper")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.greeting")
                .isEqualTo("Hello, Grace Höpper!");
    }

    @Test
    void blockingRequestRunsOnAVirtualThread() {
        client.get()
                .uri("/blocking?millis=20")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.virtualThread")
                .isEqualTo(true);
    }

    @Test
    void eventsArriveOneByOne() throws Exception {
        HttpResponse<Stream<String>> response = send("/events?count=3&period=20ms", BodyHandlers.ofLines());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/event-stream"));
        try (Stream<String> lines = response.body()) {
            assertThat(lines.filter(line -> line.startsWith("id:"))).containsExactly("id:1", "id:2", "id:3");
        }
    }

    @Test
    void failureIsAnsweredByTheErrorPage() {
        client.get()
                .uri("/fail")
                .accept(MediaType.APPLICATION_JSON)
                .exchange()
                .expectStatus()
                .isEqualTo(HttpStatus.INTERNAL_SERVER_ERROR)
                .expectBody()
                .jsonPath("$.path")
                .isEqualTo("/fail")
                .jsonPath("$.status")
                .isEqualTo(500);
    }

    @Test
    void unknownPathIsNotFound() {
        client.get()
                .uri("/nowhere")
                .exchange()
                .expectStatus()
                .isNotFound()
                .expectBody()
                .jsonPath("$.path")
                .isEqualTo("/nowhere");
    }

    @Test
    void uploadIsRead() {
        byte[] content = new byte[300_000];
        MultiValueMap<String, Object> form = new LinkedMultiValueMap<>();
        form.add("file", new ByteArrayResource(content) {
            @Override
            public String getFilename() {
                return "data.bin";
            }
        });
        client.post()
                .uri("/upload")
                .contentType(MediaType.MULTIPART_FORM_DATA)
                .body(form)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.name")
                .isEqualTo("data.bin")
                .jsonPath("$.size")
                .isEqualTo(content.length);
    }

    @Test
    void healthIsUp() {
        client.get()
                .uri("/actuator/health")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.status")
                .isEqualTo("UP");
    }

    @Test
    void metersMoveUnderLoad() throws Exception {
        List<String> meters = List.of(
                "netpoll.reactor.files.ready",
                "netpoll.reactor.polls",
                "netpoll.reactor.busy",
                "netpoll.reactor.lag",
                "netpoll.data.received",
                "netpoll.data.sent");
        List<Double> before = meters.stream().map(this::firstMeasurement).toList();
        for (int i = 0; i < 50; i++) {
            assertThat(send("/events?count=1&period=0ms", BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
        }
        for (int i = 0; i < 10; i++) {
            // A connection that ends with its answer is handed back to the loop, which is a task of its inbox.
            try (Socket socket = new Socket("localhost", port)) {
                socket.getOutputStream().write("GET /hello HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                        .endsWith("Hello, world!");
            }
        }
        List<Double> after = meters.stream().map(this::firstMeasurement).toList();
        for (int i = 0; i < meters.size(); i++) {
            assertThat(after.get(i)).as(meters.get(i)).isGreaterThan(before.get(i));
        }
    }

    private double firstMeasurement(String meter) {
        Metric metric = client.get()
                .uri("/actuator/metrics/" + meter)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(Metric.class)
                .returnResult()
                .getResponseBody();
        return Objects.requireNonNull(metric).measurements().getFirst().value();
    }

    private <T> HttpResponse<T> send(String path, HttpResponse.BodyHandler<T> handler) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .build();
        return http.send(request, handler);
    }

    record Metric(String name, List<Measurement> measurements) {}

    record Measurement(String statistic, double value) {}
}
