package io.netpoll.architecture.bad.layers.reactor;

/** What a layer above may know. */
public record Loop() {}
