package io.netpoll.boot.autoconfigure;

import java.time.Instant;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Is down when an event loop has ended with an error: the server then accepts no connections. Is out of service when a
 * certificate that clients are shown has ended: they will refuse it.
 */
class NetpollHealthIndicator extends AbstractHealthIndicator {

    private final BooleanSupplier healthy;
    private final Supplier<Map<String, Instant>> certificateExpiries;

    NetpollHealthIndicator(BooleanSupplier healthy, Supplier<Map<String, Instant>> certificateExpiries) {
        super("netpoll could not be asked");
        this.healthy = healthy;
        this.certificateExpiries = certificateExpiries;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        Map<String, Instant> expiries = certificateExpiries.get();
        if (!expiries.isEmpty()) {
            builder.withDetail("certificatesEnd", expiries);
        }
        Instant now = Instant.now();
        if (!healthy.getAsBoolean()) {
            builder.down().withDetail("reason", "An event loop has ended with an error");
        } else if (expiries.values().stream().anyMatch(now::isAfter)) {
            builder.outOfService().withDetail("reason", "A certificate has ended");
        } else {
            builder.up();
        }
    }
}
