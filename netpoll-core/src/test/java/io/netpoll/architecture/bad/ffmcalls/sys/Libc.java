package io.netpoll.architecture.bad.ffmcalls.sys;

import java.lang.foreign.Linker;

/** The place to call C. */
record Libc(Linker linker) {}
