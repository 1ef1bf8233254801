package io.netpoll.architecture.bad.blocking.net;

import java.net.InetSocketAddress;

/** Asks the resolver on the loop. */
final class BadResolver {

    InetSocketAddress resolve(String host) {
        return new InetSocketAddress(host, 80);
    }
}
