package io.netpoll.architecture.bad.cycles.server;

import io.netpoll.architecture.bad.cycles.net.BadStream;

/** The other half of the cycle. */
public record BadServer(BadStream stream) {}
