package io.netpoll.reactor;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Tasks from many threads for one loop: a stack that the loop takes whole and turns round. Lock-free; it has no I/O.
 */
@SuppressWarnings("ReferenceEquality") // links are compared as links
final class Inbox {

    /** Stands in for the stack once the loop has ended; nothing can be pushed on it. */
    private static final Task CLOSED = new Task() {
        @Override
        protected void run() {}
    };

    private final AtomicReference<@Nullable Task> head = new AtomicReference<>();

    /**
     * Adds a task, unless it is in the inbox already.
     *
     * @param now when that is, for measuring how late the task runs
     * @return whether the task will run; {@code false} if the inbox is closed
     */
    boolean push(Task task, long now) {
        if (!task.markPosted()) {
            return true;
        }
        task.postedAt = now;
        Task top;
        do {
            top = head.get();
            if (top == CLOSED) {
                task.clearPosted();
                return false;
            }
            task.next = top;
        } while (!head.compareAndSet(top, task));
        return true;
    }

    /** Whether there is nothing to take. */
    boolean isEmpty() {
        Task top = head.get();
        return top == null || top == CLOSED;
    }

    /** Takes everything, oldest first. */
    @Nullable Task takeAll() {
        return head.get() == CLOSED ? null : reverse(head.getAndSet(null));
    }

    /** Takes everything, oldest first, and lets nothing in any more. */
    @Nullable Task close() {
        Task top = head.getAndSet(CLOSED);
        return top == CLOSED ? null : reverse(top);
    }

    private static @Nullable Task reverse(@Nullable Task top) {
        Task reversed = null;
        while (top != null) {
            Task next = top.next;
            top.next = reversed;
            reversed = top;
            top = next;
        }
        return reversed;
    }
}
