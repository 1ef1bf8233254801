package io.netpoll.architecture.bad.purecodec.http1.codec;

import java.io.InputStream;

/** Reads by itself. */
record BadDecoder(InputStream input) {}
