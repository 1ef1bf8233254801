package io.netpoll.servlet.architecture.bad.servlet;

import io.netpoll.servlet.architecture.bad.sys.Libc;

/** Knows system calls. */
record BadCall(Libc libc) {}
