package io.netpoll.architecture.bad.signals.server;

/** Leaves signals to another class. */
record Server() {}
