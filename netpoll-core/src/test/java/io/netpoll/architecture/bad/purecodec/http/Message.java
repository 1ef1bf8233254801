package io.netpoll.architecture.bad.purecodec.http;

/** A message. */
public record Message(String text) {}
