package io.netpoll.boot.architecture.bad.reactor;

/** What the server has for itself. */
public record Loop() {}
