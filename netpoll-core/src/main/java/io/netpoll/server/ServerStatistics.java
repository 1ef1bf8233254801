package io.netpoll.server;

import io.netpoll.reactor.LoopStatistics;
import java.util.List;
import java.util.Map;

/** A live view of what a server does, for meters. Every method is cheap, and any thread may call it. */
public interface ServerStatistics {

    /** How many connections have been accepted since the start, not counting those that were refused. */
    long connectionsAccepted();

    /** How many connections failed before they could be accepted, or were refused because of their number. */
    long connectionsRejected();

    /** How many connections are open. */
    int connectionsCurrent();

    /**
     * How many connections are open on one loop.
     *
     * @param loop its number, from 0: the position in {@link #loops}
     * @throws IndexOutOfBoundsException if there is no such loop
     */
    int connectionsCurrent(int loop);

    /** How many requests have a thread inside their handler. */
    int requestsInFlight();

    /** How many requests wait for a place among those in flight. */
    int requestsWaiting();

    /**
     * How many exchanges are open: requests that have come and whose answer has not been handed to the system whole,
     * asynchronous ones and those that wait for a thread included.
     */
    int exchangesOpen();

    /** How many octets have been received on connections, counted when a loop has a connection at hand. */
    long bytesReceived();

    /** How many octets have been sent on connections, counted when a loop has a connection at hand. */
    long bytesSent();

    /** How many octets of responses are kept in memory because their clients do not take them; those of writers that wait not counted. */
    long bytesPending();

    /** How many requests have been rejected, by the name of the violation: always the same names. */
    Map<String, Long> rejectedRequests();

    /**
     * How many requests were not served because the server had too much to do, by why: {@code QUEUE_FULL}, {@code
     * WAITED_TOO_LONG}, {@code TIMED_OUT}.
     */
    Map<String, Long> refusedRequests();

    /** How often the server has lost its patience, by what with: always the same names. */
    Map<String, Long> expiries();

    /** How many TLS handshakes have come to their end. */
    long handshakesCompleted();

    /** How many TLS handshakes have failed, by why: always the same names. */
    Map<String, Long> handshakeFailures();

    /** Where handlers run: {@link HandlerMode#VIRTUAL} if {@link HandlerMode#LOOP} was asked for and is not possible. */
    HandlerMode handlerMode();

    /**
     * How often a loop had to wait for a handler because no other thread could be had: too many are with handlers, or the
     * system has none left.
     */
    long loopMovesRefused();

    /**
     * How many connections were reset because they did not begin with a header of the PROXY protocol where they have to, by
     * why: always the same names.
     */
    Map<String, Long> proxyHeaderFailures();

    /** How far the shutdown of the server has come. */
    ShutdownState shutdownState();

    /** What each loop has done, in the order of their numbers. */
    List<LoopStatistics> loops();
}
