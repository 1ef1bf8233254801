package io.netpoll.architecture.bad.jdkonly.http;

import java.util.List;

/** Knows the JDK. */
record Text(List<String> lines) {}
