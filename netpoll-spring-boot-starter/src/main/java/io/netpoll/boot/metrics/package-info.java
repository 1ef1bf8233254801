/** The meters of a netpoll server. All tags have values that the application chose; none comes from a client. */
@NullMarked
package io.netpoll.boot.metrics;

import org.jspecify.annotations.NullMarked;
