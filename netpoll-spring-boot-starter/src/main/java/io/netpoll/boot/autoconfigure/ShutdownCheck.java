package io.netpoll.boot.autoconfigure;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.web.server.Shutdown;

/** A delay as long as all the time there is would leave requests none: they would be aborted without having been waited for. */
final class ShutdownCheck {

    static final String PHASE_TIMEOUT = "spring.lifecycle.timeout-per-shutdown-phase";

    private static final Duration DEFAULT_PHASE_TIMEOUT = Duration.ofSeconds(30);

    private ShutdownCheck() {}

    /**
     * Compares the delay with what Spring Boot allows.
     *
     * @param shutdown how the server is shut down
     * @throws InvalidConfigurationPropertyValueException naming the property
     */
    static void check(ShutdownProperties properties, Shutdown shutdown, Binder binder) {
        Duration allowed = binder.bind(PHASE_TIMEOUT, Duration.class).orElse(DEFAULT_PHASE_TIMEOUT);
        if (shutdown == Shutdown.GRACEFUL && properties.getDelay().compareTo(allowed) >= 0) {
            throw new InvalidConfigurationPropertyValueException(
                    "netpoll.server.shutdown.delay",
                    properties.getDelay(),
                    "It must be shorter than '" + PHASE_TIMEOUT + "', which is " + allowed + ".");
        }
    }
}
