package io.netpoll.servlet;

import io.netpoll.http.Exchange;
import io.netpoll.http.FieldList;
import io.netpoll.http.HttpVersion;
import jakarta.servlet.http.HttpUpgradeHandler;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A change of protocol that a servlet has asked for. It takes place when the response leaves, if its status is still 101
 * then.
 */
final class ProtocolSwitch {

    static final int STATUS = 101;

    private final Exchange exchange;
    private final HttpUpgradeHandler handler;
    private boolean done;

    ProtocolSwitch(Exchange exchange, HttpUpgradeHandler handler) {
        this.exchange = exchange;
        this.handler = handler;
    }

    /** What the client has offered; a server may not switch to anything else (RFC 9110 §7.8). */
    static String offered(Exchange exchange) {
        String offered = exchange.request().headers().first("Upgrade");
        if (offered == null || exchange.request().version() != HttpVersion.HTTP_1_1) {
            throw new IllegalStateException("The client has not offered another protocol");
        }
        int comma = offered.indexOf(',');
        return (comma < 0 ? offered : offered.substring(0, comma)).strip();
    }

    HttpUpgradeHandler handler() {
        return handler;
    }

    boolean isDone() {
        return done;
    }

    /**
     * Answers 101.
     *
     * @param fields the response's fields; {@code Upgrade} names the protocol, the client's first offer if it is missing
     */
    void perform(FieldList fields) throws IOException {
        @Nullable String chosen = fields.first("Upgrade");
        FieldList others = new FieldList();
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.name(i);
            if (!name.equalsIgnoreCase("Upgrade") && !name.equalsIgnoreCase("Connection")) {
                others.add(name, fields.value(i));
            }
        }
        exchange.upgrade(chosen == null ? offered(exchange) : chosen, others);
        done = true;
    }
}
