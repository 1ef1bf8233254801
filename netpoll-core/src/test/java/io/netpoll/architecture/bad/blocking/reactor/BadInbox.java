package io.netpoll.architecture.bad.blocking.reactor;

import java.util.concurrent.BlockingQueue;

/** A queue that can make the loop wait. */
record BadInbox(BlockingQueue<Runnable> tasks) {}
