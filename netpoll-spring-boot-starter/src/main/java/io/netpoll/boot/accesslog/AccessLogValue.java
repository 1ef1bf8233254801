package io.netpoll.boot.accesslog;

import io.netpoll.http.ExchangeSummary;
import org.jspecify.annotations.Nullable;

/** One value of an entry. */
@FunctionalInterface
interface AccessLogValue {

    /**
     * The value: a {@link Number} or a text, which may hold any character; {@code null} if there is none.
     *
     * @param summary the exchange that has ended on this thread
     */
    @Nullable Object of(ExchangeSummary summary);
}
