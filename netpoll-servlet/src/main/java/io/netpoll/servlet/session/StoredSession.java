package io.netpoll.servlet.session;

import java.util.Map;

/** What is kept of a session across a restart. */
record StoredSession(
        String id,
        long creationTime,
        long lastAccessedTime,
        long thisAccessedTime,
        int maxInactiveInterval,
        boolean isNew,
        Map<String, Object> attributes) {}
