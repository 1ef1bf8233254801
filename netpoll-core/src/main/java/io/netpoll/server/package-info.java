/**
 * What an embedder starts: {@link io.netpoll.server.HttpServer} with its loops, listeners and life cycle, its options, where
 * handlers run, and a read-only view for meters.
 */
@NullMarked
package io.netpoll.server;

import org.jspecify.annotations.NullMarked;
