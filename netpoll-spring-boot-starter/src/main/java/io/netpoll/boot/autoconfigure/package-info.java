/**
 * Puts netpoll into an application: whether it can run here, its properties, and how it relates to other servers on the class
 * path. Nothing here loads native code.
 */
@NullMarked
package io.netpoll.boot.autoconfigure;

import org.jspecify.annotations.NullMarked;
