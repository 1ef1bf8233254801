package io.netpoll.boot.architecture.bad.boot;

import io.netpoll.boot.architecture.bad.http1.codec.Decoder;

/** Knows a codec. */
record BadLimits(Decoder decoder) {}
