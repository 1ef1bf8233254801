package io.netpoll.architecture.bad.ffmmemory.http1;

import java.lang.foreign.MemorySegment;

/** Native memory above the streams. */
record BadBuffer(MemorySegment memory) {}
