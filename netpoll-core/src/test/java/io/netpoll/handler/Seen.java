package io.netpoll.handler;

import io.netpoll.http.Exchange;
import io.netpoll.http.Handler;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Keeps the exchange it was given. */
final class Seen implements Handler {

    private @Nullable Exchange exchange;

    @Override
    public void handle(Exchange given) {
        exchange = given;
    }

    Exchange exchange() {
        return Objects.requireNonNull(exchange, "no exchange was given");
    }
}
