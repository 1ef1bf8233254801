package io.netpoll.server;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** A counter for each constant of an enum: a set of reasons that no client can enlarge. Any thread may count and ask. */
final class ReasonCounters<E extends Enum<E>> {

    private final Map<E, LongAdder> counters;

    ReasonCounters(Class<E> reasons) {
        counters = new EnumMap<>(reasons);
        for (E reason : reasons.getEnumConstants()) {
            counters.put(reason, new LongAdder());
        }
    }

    void count(E reason) {
        LongAdder counter = counters.get(reason);
        if (counter != null) { // it is there for every constant
            counter.increment();
        }
    }

    /** How often each has been counted, by its name, in the order of the enum. */
    Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        counters.forEach((reason, counter) -> counts.put(reason.name(), counter.sum()));
        return counts;
    }
}
