/**
 * Handlers around handlers: what a server does to requests and responses of any application, in any version of HTTP. They
 * know the messages of {@link io.netpoll.http} and nothing of connections; the options of {@code io.netpoll.server} say
 * which of them a server has.
 */
@NullMarked
package io.netpoll.handler;

import org.jspecify.annotations.NullMarked;
