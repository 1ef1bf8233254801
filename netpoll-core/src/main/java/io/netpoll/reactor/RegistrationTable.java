package io.netpoll.reactor;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The registrations of one loop by slot. A slot that is given back gets another generation with its next occupant. */
final class RegistrationTable {

    private static final int INITIAL_CAPACITY = 64;

    /** One registered descriptor. */
    record Registration(int fd, Token token, EventHandler handler) {}

    private @Nullable Registration[] slots = new @Nullable Registration[INITIAL_CAPACITY];
    private int[] generations = new int[INITIAL_CAPACITY];
    private int[] free = new int[INITIAL_CAPACITY];
    private int freeCount;
    private int used;

    Registration add(int fd, EventHandler handler) {
        int slot = freeCount > 0 ? free[--freeCount] : nextSlot();
        Registration registration = new Registration(fd, Token.of(slot, ++generations[slot]), handler);
        slots[slot] = registration;
        return registration;
    }

    /** The registration a token names, or {@code null} if it is gone: the slot is free or has another occupant. */
    @Nullable Registration find(long token) {
        Registration registration = slots[Token.slot(token)];
        return registration != null && registration.token().value() == token ? registration : null;
    }

    /** Removes the registration a token names and answers it, or {@code null} if it is gone. */
    @Nullable Registration remove(Token token) {
        Registration registration = find(token.value());
        if (registration != null) {
            slots[token.slot()] = null;
            if (freeCount == free.length) {
                free = Arrays.copyOf(free, freeCount * 2);
            }
            free[freeCount++] = token.slot();
        }
        return registration;
    }

    int size() {
        return used - freeCount;
    }

    private int nextSlot() {
        if (used == slots.length) {
            slots = Arrays.copyOf(slots, used * 2);
            generations = Arrays.copyOf(generations, used * 2);
        }
        return used++;
    }
}
