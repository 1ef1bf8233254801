package io.netpoll.boot.architecture.bad.server;

/** What an embedder starts. */
public record Server() {}
