package io.netpoll.boot.architecture.bad.sys;

/** What core does not export. */
public record Libc() {}
