package io.netpoll.architecture.bad.threads.server;

import java.util.concurrent.Executor;

/** Runs tasks on threads that others made. */
record Handlers(Executor threads) {}
