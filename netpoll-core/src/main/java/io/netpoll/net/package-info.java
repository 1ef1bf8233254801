/**
 * Streams and listeners: non-blocking reads and writes that answer a count, the end, or "would block", and the words that
 * remember readiness between an event and the call it was about.
 */
@NullMarked
package io.netpoll.net;

import org.jspecify.annotations.NullMarked;
