package io.netpoll.server;

import io.netpoll.net.ListeningSocket;
import java.io.IOException;

/** Where a server's listener comes from, when it starts. */
@FunctionalInterface
interface ListenerSource {

    /** Opens the listener. */
    ListeningSocket open(int backlog) throws IOException;
}
