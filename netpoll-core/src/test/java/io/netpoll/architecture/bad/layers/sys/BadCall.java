package io.netpoll.architecture.bad.layers.sys;

import io.netpoll.architecture.bad.layers.reactor.Loop;

/** An arrow back. */
record BadCall(Loop loop) {}
