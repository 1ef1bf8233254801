package io.netpoll.architecture.bad.layers.net;

import io.netpoll.architecture.bad.layers.reactor.Loop;

/** An arrow that is allowed. */
public record Stream(Loop loop) {}
