/** Explains failed starts in words instead of stack traces. */
@NullMarked
package io.netpoll.boot.diagnostics;

import org.jspecify.annotations.NullMarked;
