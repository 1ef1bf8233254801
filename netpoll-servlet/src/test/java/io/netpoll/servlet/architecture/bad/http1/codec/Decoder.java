package io.netpoll.servlet.architecture.bad.http1.codec;

/** What core does not export. */
public record Decoder() {}
