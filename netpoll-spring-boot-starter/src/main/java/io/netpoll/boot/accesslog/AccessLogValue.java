package io.netpoll.boot.accesslog;

import io.netpoll.http.ExchangeSummary;
import org.jspecify.annotations.Nullable;

/** One value of an entry. */
@FunctionalInterface
interface AccessLogValue {

    /**
     * The value: a {@link Number} or a text, which may hold any character; {@code null} if there is none.
     *
     * @param summary an exchange that has ended on this thread, or something that ended on an event loop without one
     */
    @Nullable Object of(ExchangeSummary summary);
}
