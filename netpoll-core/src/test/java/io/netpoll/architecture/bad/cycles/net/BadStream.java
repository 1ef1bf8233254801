package io.netpoll.architecture.bad.cycles.net;

import io.netpoll.architecture.bad.cycles.server.BadServer;

/** One half of a cycle. */
public record BadStream(BadServer server) {}
