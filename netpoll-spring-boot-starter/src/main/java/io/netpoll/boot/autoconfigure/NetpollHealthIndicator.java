package io.netpoll.boot.autoconfigure;

import java.util.function.BooleanSupplier;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Is down when an event loop has ended with an error: the server then accepts no connections. */
class NetpollHealthIndicator extends AbstractHealthIndicator {

    private final BooleanSupplier healthy;

    NetpollHealthIndicator(BooleanSupplier healthy) {
        super("netpoll could not be asked");
        this.healthy = healthy;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        if (healthy.getAsBoolean()) {
            builder.up();
        } else {
            builder.down().withDetail("reason", "An event loop has ended with an error");
        }
    }
}
