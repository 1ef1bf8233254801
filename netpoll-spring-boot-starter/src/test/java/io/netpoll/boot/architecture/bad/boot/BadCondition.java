package io.netpoll.boot.architecture.bad.boot;

import io.netpoll.boot.architecture.bad.sys.Libc;

/** Knows system calls. */
record BadCondition(Libc libc) {}
