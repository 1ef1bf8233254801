package io.netpoll.reactor;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Armed timers, the earliest first: a binary heap in which each timer knows its place, so that cancelling leaves nothing. */
@SuppressWarnings("ReferenceEquality") // a timer is equal to itself only
final class TimerQueue {

    private static final int INITIAL_CAPACITY = 64;

    private @Nullable Timer[] heap = new @Nullable Timer[INITIAL_CAPACITY];
    private int size;

    int size() {
        return size;
    }

    /** The timer that is due next, or {@code null}. */
    @Nullable Timer first() {
        return heap[0];
    }

    void add(Timer timer) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
        }
        siftUp(size++, timer);
    }

    void remove(Timer timer) {
        int hole = timer.index;
        timer.disarmed();
        Timer last = at(--size);
        heap[size] = null;
        if (last != timer) {
            siftDown(hole, last);
            if (heap[hole] == last) {
                siftUp(hole, last);
            }
        }
    }

    private void siftUp(int hole, Timer timer) {
        while (hole > 0) {
            int parent = (hole - 1) / 2;
            if (!isEarlier(timer, at(parent))) {
                break;
            }
            place(hole, at(parent));
            hole = parent;
        }
        place(hole, timer);
    }

    private void siftDown(int hole, Timer timer) {
        for (int child = 2 * hole + 1; child < size; child = 2 * hole + 1) {
            if (child + 1 < size && isEarlier(at(child + 1), at(child))) {
                child++;
            }
            if (!isEarlier(at(child), timer)) {
                break;
            }
            place(hole, at(child));
            hole = child;
        }
        place(hole, timer);
    }

    private Timer at(int index) {
        Timer timer = heap[index];
        if (timer == null) {
            throw new IllegalStateException("No timer at " + index + " of " + size);
        }
        return timer;
    }

    private void place(int index, Timer timer) {
        heap[index] = timer;
        timer.index = index;
    }

    /** Compares by difference: the clock may pass Long.MAX_VALUE (System.nanoTime). */
    private static boolean isEarlier(Timer a, Timer b) {
        return a.deadline - b.deadline < 0;
    }
}
