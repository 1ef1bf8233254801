package io.netpoll.handler;

import io.netpoll.http.ConnectionInfo;
import io.netpoll.http.RequestHead;

/** Finds out what proxies say, in the form they say it in. */
interface OriginReader {

    /**
     * Reads a request that a proxy that is believed has sent.
     *
     * @throws MalformedForwardedException if what was said cannot be told from what anybody could have said
     */
    Origin read(RequestHead request, ConnectionInfo connection) throws MalformedForwardedException;
}
