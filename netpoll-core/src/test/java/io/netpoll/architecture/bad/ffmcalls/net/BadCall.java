package io.netpoll.architecture.bad.ffmcalls.net;

import java.lang.foreign.Linker;

/** Calls C by itself. */
record BadCall(Linker linker) {}
