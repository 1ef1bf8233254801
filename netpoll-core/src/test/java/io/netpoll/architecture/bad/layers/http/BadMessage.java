package io.netpoll.architecture.bad.layers.http;

import io.netpoll.architecture.bad.layers.net.Stream;

/** Messages depend on nothing. */
record BadMessage(Stream stream) {}
