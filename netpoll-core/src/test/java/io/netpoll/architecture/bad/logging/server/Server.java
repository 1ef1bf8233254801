package io.netpoll.architecture.bad.logging.server;

import java.util.function.Consumer;

/** Tells a listener. */
record Server(Consumer<String> listener) {}
