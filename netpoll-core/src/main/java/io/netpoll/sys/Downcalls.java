package io.netpoll.sys;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/** Makes method handles for functions of libc. Each handle's first argument is the {@link CallState}'s segment. */
@SuppressWarnings("restricted") // linking to C is what this class is for
final class Downcalls {

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBC = LINKER.defaultLookup();

    private Downcalls() {}

    /** A function that may sleep, or that takes native memory. */
    static MethodHandle function(String name, MemoryLayout result, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                symbol(name), FunctionDescriptor.of(result, arguments), Linker.Option.captureCallState("errno"));
    }

    /** As {@link #function}, for a function that C declares with {@code ...} after some of these arguments. */
    static MethodHandle variadicFunction(
            int firstVariadic, String name, MemoryLayout result, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                symbol(name),
                FunctionDescriptor.of(result, arguments),
                Linker.Option.captureCallState("errno"),
                Linker.Option.firstVariadicArg(firstVariadic));
    }

    /**
     * A function that never sleeps. The thread stays in Java's state during the call, so that it may be given Java arrays and
     * costs less; for the same reason a call that slept would hold up every safepoint.
     */
    static MethodHandle criticalFunction(String name, MemoryLayout result, MemoryLayout... arguments) {
        boolean heapAccess = true;
        return LINKER.downcallHandle(
                symbol(name),
                FunctionDescriptor.of(result, arguments),
                Linker.Option.captureCallState("errno"),
                Linker.Option.critical(heapAccess));
    }

    private static MemorySegment symbol(String name) {
        return LIBC.find(name).orElseThrow(() -> new UnsatisfiedLinkError("The C library has no function " + name));
    }

    /** A downcall throws nothing that is checked; what arrives here is unchecked or an error. */
    static RuntimeException unexpected(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown instanceof RuntimeException exception) {
            return exception;
        }
        return new IllegalStateException(thrown);
    }
}
