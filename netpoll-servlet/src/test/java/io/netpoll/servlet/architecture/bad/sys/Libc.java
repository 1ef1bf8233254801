package io.netpoll.servlet.architecture.bad.sys;

/** What core does not export. */
public record Libc() {}
