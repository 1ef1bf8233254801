package io.netpoll.http1;

import org.jspecify.annotations.Nullable;

/**
 * An exchange that is open, as far as the loop can see it while others work on it.
 *
 * @param method the request's method
 * @param path the request's path, not decoded, without the query
 * @param age the time since its head was complete, ns
 * @param isStream whether it is a detached exchange whose response has no end
 * @param thread the thread inside its handler, or {@code null} if there is none
 */
public record OpenExchange(
        String method,
        String path,
        long age,
        boolean isStream,
        @Nullable Thread thread) {}
