package io.netpoll.servlet.architecture.bad.http;

/** What core exports. */
public record Exchange() {}
