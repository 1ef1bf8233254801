/**
 * Byte streams on descriptors that never block: a read or write answers how many bytes moved, that the stream has ended,
 * or that it would block.
 */
@NullMarked
package io.netpoll.net;

import org.jspecify.annotations.NullMarked;
