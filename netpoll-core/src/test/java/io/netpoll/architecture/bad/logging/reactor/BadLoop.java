package io.netpoll.architecture.bad.logging.reactor;

/** Logs. */
record BadLoop(System.Logger log) {}
