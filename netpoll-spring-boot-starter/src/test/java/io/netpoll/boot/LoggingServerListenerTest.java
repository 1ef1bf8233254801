package io.netpoll.boot;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netpoll.server.ServerEvent;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoggingServerListenerTest {

    private static final ServerEvent EXHAUSTED = new ServerEvent.AcceptExhausted();
    private static final ServerEvent DROPPED = new ServerEvent.EventsDropped(3);
    private static final ServerEvent REJECTED = new ServerEvent.RequestRejected(
            InetSocketAddress.createUnresolved("client", 1), "HOST_MISSING", 400, "RFC 9112 §3.2");

    private final Logger logger = new LoggerContext().getLogger(LoggingServerListener.LOGGER);
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
    private long now;
    private final LoggingServerListener listener = new LoggingServerListener(logger, "http-8080", () -> now);

    @BeforeEach
    void collect() {
        logger.setLevel(Level.INFO);
        logger.addAppender(appender);
        appender.start();
    }

    @Test
    void eventIsWrittenWithTheServersNameItsLevelAndItsCause() {
        IOException failure = new IOException("no");
        ServerEvent event = new ServerEvent.HandlerFailed("GET", "/x", failure, false);
        listener.onEvent(event);
        assertThat(appender.list).singleElement().satisfies(written -> {
            assertThat(written.getLevel()).isEqualTo(Level.ERROR);
            assertThat(written.getFormattedMessage()).isEqualTo("http-8080: " + event.message());
            assertThat(written.getThrowableProxy().getMessage()).isEqualTo("no");
        });
    }

    @Test
    void whatClientsDoIsDebug() {
        listener.onEvent(REJECTED);
        assertThat(appender.list).isEmpty();
        logger.setLevel(Level.DEBUG);
        listener.onEvent(REJECTED);
        assertThat(messages()).singleElement().asString().contains("HOST_MISSING");
    }

    @Test
    void warningsOfOneKindAreWrittenEveryTenSeconds() {
        for (int i = 0; i < 5; i++) {
            listener.onEvent(EXHAUSTED);
            now += Duration.ofSeconds(3).toNanos();
        }
        assertThat(messages()).hasSize(2);
        assertThat(messages().getFirst()).doesNotContain("more of this kind");
        assertThat(messages().getLast()).endsWith("(3 more of this kind since the last)");
    }

    @Test
    void warningsOfAnotherKindAreTheirOwn() {
        listener.onEvent(EXHAUSTED);
        listener.onEvent(DROPPED);
        listener.onEvent(EXHAUSTED);
        assertThat(messages()).hasSize(2);
    }

    private List<String> messages() {
        return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
