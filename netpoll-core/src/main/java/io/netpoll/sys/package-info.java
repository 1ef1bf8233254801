/**
 * libc as Java methods, named as C names them. A call returns what C returns, or {@code -errno} where C says −1. The layouts
 * stand beside the C text they are taken from. Only this package knows {@code Linker}, {@code SymbolLookup} and
 * {@code MethodHandle}.
 */
@NullMarked
package io.netpoll.sys;

import org.jspecify.annotations.NullMarked;
