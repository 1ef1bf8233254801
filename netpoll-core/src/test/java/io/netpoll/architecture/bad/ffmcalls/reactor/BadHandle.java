package io.netpoll.architecture.bad.ffmcalls.reactor;

import java.lang.invoke.MethodHandle;

/** Has a handle of its own. */
record BadHandle(MethodHandle handle) {}
