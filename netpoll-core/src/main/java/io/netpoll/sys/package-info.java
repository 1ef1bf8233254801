/**
 * libc as Java methods, named as C names them. A method returns the result, or {@code -errno}.
 *
 * <p>The only package that knows {@link java.lang.foreign.Linker}, {@link java.lang.foreign.SymbolLookup} and
 * {@link java.lang.invoke.MethodHandle}. A layout stands beside the C text it follows.
 */
@NullMarked
package io.netpoll.sys;

import org.jspecify.annotations.NullMarked;
