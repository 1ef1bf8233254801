package io.netpoll.architecture.bad.blocking.reactor;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Calls that look like those which block. */
final class Loop {

    InetSocketAddress at(InetAddress address) {
        await();
        return new InetSocketAddress(address, 80);
    }

    private void await() {}
}
