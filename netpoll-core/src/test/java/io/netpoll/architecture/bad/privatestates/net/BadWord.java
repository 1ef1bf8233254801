package io.netpoll.architecture.bad.privatestates.net;

import java.util.concurrent.atomic.AtomicInteger;

/** A word that others may change. */
final class BadWord {

    final AtomicInteger word = new AtomicInteger();
}
