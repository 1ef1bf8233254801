package io.netpoll.boot.architecture.bad.boot;

import io.netpoll.boot.architecture.bad.reactor.Loop;

/** Knows a loop. */
record BadMeters(Loop loop) {}
