/** Components of the Servlet API that are found by their annotations. */
@NullMarked
package io.netpoll.boot.autoconfigure.scanned;

import org.jspecify.annotations.NullMarked;
