/** Servers with the same servlet, to be compared from outside by {@code compare.sh}. */
@NullMarked
package io.netpoll.benchmarks;

import org.jspecify.annotations.NullMarked;
