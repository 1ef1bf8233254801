package io.netpoll.architecture.bad.ffmmemory.net;

import java.lang.foreign.MemorySegment;

/** Native memory where it may be. */
record Buffer(MemorySegment memory) {}
