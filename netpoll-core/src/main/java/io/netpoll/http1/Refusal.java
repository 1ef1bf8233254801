package io.netpoll.http1;

import io.netpoll.http.ResponseHead;

/** Why a request that nothing is wrong with is not served: always with status 503 (RFC 9110 §15.6.4). */
public enum Refusal {
    /** As many requests wait for a handler as may. */
    QUEUE_FULL,
    /** It has waited for a handler for as long as a request may. */
    WAITED_TOO_LONG,
    /** It took longer than a request may; if the response had begun, its connection was reset. */
    TIMED_OUT;

    private static final int SERVICE_UNAVAILABLE = 503;

    /** Seconds: what is in the way now is gone, or the client should be, before much longer. */
    private static final String RETRY_AFTER = "1";

    /** The head of the answer, which has no content. */
    static ResponseHead response() {
        return new ResponseHead(SERVICE_UNAVAILABLE)
                .with("Retry-After", RETRY_AFTER)
                .with("Connection", "close");
    }
}
