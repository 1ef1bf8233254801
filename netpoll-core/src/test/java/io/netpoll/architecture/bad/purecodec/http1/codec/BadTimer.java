package io.netpoll.architecture.bad.purecodec.http1.codec;

/** Knows threads. */
record BadTimer(Thread thread) {}
