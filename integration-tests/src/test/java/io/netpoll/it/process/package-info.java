/** Applications in processes of their own, each with a class path and JVM options of its own. */
@NullMarked
package io.netpoll.it.process;

import org.jspecify.annotations.NullMarked;
