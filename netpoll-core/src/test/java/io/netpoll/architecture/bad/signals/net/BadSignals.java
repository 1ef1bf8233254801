package io.netpoll.architecture.bad.signals.net;

import sun.misc.Signal;

/** One of two classes that know signals. */
record BadSignals(Signal signal) {}
