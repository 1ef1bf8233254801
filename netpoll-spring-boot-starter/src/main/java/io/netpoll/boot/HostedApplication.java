package io.netpoll.boot;

import io.netpoll.http.Handler;

/** What a web server serves, initialized already. */
interface HostedApplication {

    /** Answers the requests. */
    Handler handler();

    /**
     * Does what is due before the first connection is accepted. Called once.
     *
     * @throws Exception if the server must not start
     */
    void beforeFirstStart() throws Exception;

    /** Completes the sentence "netpoll started on port 8080 (http)". */
    String startedSuffix();

    /** Ends the application for good. */
    void close();
}
