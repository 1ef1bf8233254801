package io.netpoll.reactor;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Signals to one thread: gettid(2) and tgkill(2), which nothing but tests needs. */
final class ThreadSignals {

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle GETTID = handle("gettid", FunctionDescriptor.of(ValueLayout.JAVA_INT));
    private static final MethodHandle TGKILL = handle(
            "tgkill",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    private ThreadSignals() {}

    @SuppressWarnings("restricted") // calls C
    private static MethodHandle handle(String name, FunctionDescriptor function) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), function);
    }

    /** The kernel's number of the calling thread. */
    static int gettid() {
        try {
            return (int) GETTID.invokeExact();
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    /** Sends a signal to a thread of this process. */
    static void send(int thread, int signal) {
        int result;
        try {
            result = (int) TGKILL.invokeExact((int) ProcessHandle.current().pid(), thread, signal);
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
        if (result != 0) {
            throw new IllegalStateException("tgkill failed");
        }
    }
}
