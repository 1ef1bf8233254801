package io.netpoll.architecture.bad.layers;

/** In no layer. */
record BadStray() {}
