package io.netpoll.sys;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Where a call leaves {@code errno}. The VM overwrites the C variable between two Java statements, so it is captured with
 * the call. One thread at a time may use a state.
 *
 * <p>Calls that may sleep need native memory here; calls linked as critical take a Java array, which costs nothing to free.
 */
public final class CallState {

    private final MemorySegment segment;

    private CallState(MemorySegment segment) {
        this.segment = segment;
    }

    /** So many states in one Java array, for critical calls only. */
    public static CallState[] onHeap(int count) {
        MemorySegment all = MemorySegment.ofArray(new int[count]);
        CallState[] states = new CallState[count];
        for (int i = 0; i < count; i++) {
            states[i] = new CallState(all.asSlice((long) i * Integer.BYTES, Integer.BYTES));
        }
        return states;
    }

    /** A state in native memory, for every kind of call. */
    public static CallState allocate(Arena arena) {
        return new CallState(arena.allocate(Linker.Option.captureStateLayout()));
    }

    MemorySegment segment() {
        return segment;
    }

    /** The result of a call: itself if it is not negative, otherwise {@code -errno}. */
    int result(int returned) {
        return returned >= 0 ? returned : -segment.get(ValueLayout.JAVA_INT, 0);
    }

    /** The result of a call that counts octets. */
    long result(long returned) {
        return returned >= 0 ? returned : -segment.get(ValueLayout.JAVA_INT, 0);
    }
}
