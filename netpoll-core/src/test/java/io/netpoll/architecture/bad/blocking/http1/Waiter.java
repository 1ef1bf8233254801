package io.netpoll.architecture.bad.blocking.http1;

import java.util.concurrent.locks.LockSupport;

/** The one class that may park. */
final class Waiter {

    void park() {
        LockSupport.park(this);
    }
}
