package io.netpoll.architecture.bad.layers.http1.codec;

import io.netpoll.architecture.bad.layers.net.Stream;

/** The codec knows no stream. */
record BadDecoder(Stream stream) {}
