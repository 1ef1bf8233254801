/** Programs that docs/reactor.md shows, and the tests that hold what it says of them. */
@NullMarked
package io.netpoll.examples;

import org.jspecify.annotations.NullMarked;
