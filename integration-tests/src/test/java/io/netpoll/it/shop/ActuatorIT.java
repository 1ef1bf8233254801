package io.netpoll.it.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.it.Browser;
import io.netpoll.it.RunningApplication;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Actuator on a port of its own, with Prometheus. */
class ActuatorIT {

    private static RunningApplication application;
    private static Browser shop;
    private static Browser management;

    @BeforeAll
    static void start() {
        application = RunningApplication.start(
                ShopApplication.class,
                "management.server.port=0",
                "management.endpoints.web.exposure.include=*",
                "management.endpoint.health.show-components=always",
                "management.endpoint.heapdump.access=unrestricted");
        shop = new Browser(application.port());
        management = new Browser(application.managementPort());
    }

    @AfterAll
    static void stop() {
        shop.close();
        management.close();
        application.close();
    }

    @Test
    void endpointsAreOnTheirOwnPortOnly() {
        assertThat(management.get("/actuator/health").body()).contains("\"netpoll\"", "UP");
        assertThat(shop.get("/actuator/health").statusCode()).isEqualTo(404);
        assertThat(management.get("/items").statusCode()).isEqualTo(404);
    }

    @Test
    void metersAreExportedUnderTheNamesOfPrometheus() {
        assertThat(shop.get("/items").statusCode()).isEqualTo(200);
        String scrape = management.get("/actuator/prometheus").body();
        assertThat(families(scrape))
                .contains(
                        "netpoll_clients_expired_events_total counter",
                        "netpoll_connections_accepted_connections_total counter",
                        "netpoll_connections_config_max_connections gauge",
                        "netpoll_connections_current_connections gauge",
                        "netpoll_connections_rejected_connections_total counter",
                        "netpoll_data_pending_bytes gauge",
                        "netpoll_data_received_bytes_total counter",
                        "netpoll_data_sent_bytes_total counter",
                        "netpoll_reactor_busy_max_seconds gauge",
                        "netpoll_reactor_busy_seconds summary",
                        "netpoll_reactor_busy_share gauge",
                        "netpoll_reactor_files_ready_files_total counter",
                        "netpoll_reactor_files_ready_max_files gauge",
                        "netpoll_reactor_files_registered_files gauge",
                        "netpoll_reactor_lag_max_seconds gauge",
                        "netpoll_reactor_lag_seconds summary",
                        "netpoll_reactor_polls_operations_total counter",
                        "netpoll_reactor_tasks_pending_tasks gauge",
                        "netpoll_requests_config_max_requests gauge",
                        "netpoll_requests_current_requests gauge",
                        "netpoll_requests_open_requests gauge",
                        "netpoll_requests_rejected_requests_total counter");
        assertThat(scrape)
                .contains("http_server_requests_seconds_count{")
                .containsPattern("netpoll_data_sent_bytes_total\\{name=\"http-\\S+\"} [1-9]");
    }

    private static Set<String> families(String scrape) {
        return Pattern.compile("^# TYPE (netpoll_.*)$", Pattern.MULTILINE)
                .matcher(scrape)
                .results()
                .map(result -> result.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void endpointsAnswer() {
        assertThat(management.get("/actuator/mappings").body())
                .contains("\"servlets\"", "dispatcherServlet", "\"servletFilters\"", "ItemController");
        assertThat(management.get("/actuator/threaddump").body()).contains("http-auto-");
        assertThat(management.get("/actuator/conditions").body()).contains("NetpollServletWebServerAutoConfiguration");
        assertThat(management.get("/actuator/configprops").body()).contains("netpoll.server");
        assertThat(management
                        .send(management.request("/actuator/heapdump"), BodyHandlers.ofByteArray())
                        .body())
                .startsWith("JAVA PROFILE".getBytes(StandardCharsets.US_ASCII));
    }
}
