package io.netpoll.servlet.architecture.bad.servlet;

import io.netpoll.servlet.architecture.bad.http1.codec.Decoder;

/** Knows a codec. */
record BadInput(Decoder decoder) {}
