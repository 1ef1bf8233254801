/**
 * The access log: {@link io.netpoll.boot.accesslog.AccessLogPattern} makes lines of what the server tells of each exchange, a
 * thread of its own writes them to files that change with the date, or to a logger.
 */
@NullMarked
package io.netpoll.boot.accesslog;

import org.jspecify.annotations.NullMarked;
