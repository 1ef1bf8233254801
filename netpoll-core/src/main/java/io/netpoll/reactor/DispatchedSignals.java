package io.netpoll.reactor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Signals that the JVM catches and dispatches: its handler notes the signal, its dispatcher starts a thread for it, and that
 * thread leaves a bit here and makes an eventfd readable. The only class that knows {@code sun.misc.Signal}.
 */
final class DispatchedSignals implements SignalSource {

    private final EventFd ready = EventFd.open();
    /** Bit <i>n</i> is the signal of number <i>n</i>. As in the kernel, a signal that is pending already is not counted. */
    private final AtomicLong pending = new AtomicLong();

    private final SignalHandler handler = signal -> arrived(PosixSignal.of(signal.getNumber()));
    private final Map<PosixSignal, SignalHandler> replaced = new EnumMap<>(PosixSignal.class);

    DispatchedSignals(Set<PosixSignal> signals) throws IOException {
        try {
            signals.forEach(this::install);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void install(PosixSignal signal) {
        SignalHandler before;
        try {
            before = Signal.handle(new Signal(signal.shortName()), handler);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(signal + " cannot be had: the JVM keeps it (" + e.getMessage() + ")", e);
        }
        if (before.equals(SignalHandler.SIG_IGN) && isLeftIgnored(signal)) {
            throw new IllegalArgumentException(
                    signal + " cannot be had: this process ignores it, as nohup(1) has it do,"
                            + " and the JVM leaves it so. Start the process without that.");
        }
        replaced.put(signal, before);
    }

    /** The JVM does not catch these if they were ignored at its start (JVM_RegisterSignal), and does not say so. */
    private static boolean isLeftIgnored(PosixSignal signal) {
        return signal == PosixSignal.SIGHUP || signal == PosixSignal.SIGINT || signal == PosixSignal.SIGTERM;
    }

    private void arrived(PosixSignal signal) {
        pending.getAndUpdate(bits -> bits | bit(signal));
        try {
            ready.signal();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // to the JVM's thread for this signal
        }
    }

    @Override
    public int fd() {
        return ready.fd();
    }

    @Override
    public @Nullable PosixSignal take() throws IOException {
        // The descriptor first: a signal that comes after this makes it readable again.
        ready.take();
        long bits = pending.getAndUpdate(seen -> seen & (seen - 1)); // without its lowest bit
        if (Long.bitCount(bits) > 1) {
            ready.signal();
        }
        return bits == 0 ? null : PosixSignal.of(Long.numberOfTrailingZeros(bits));
    }

    @Override
    public void close() {
        replaced.forEach(this::restore);
        ready.close();
    }

    private void restore(PosixSignal signal, SignalHandler before) {
        SignalHandler current = Signal.handle(new Signal(signal.shortName()), before);
        if (!current.equals(handler)) {
            Signal.handle(new Signal(signal.shortName()), current); // somebody has taken it over meanwhile
        }
    }

    private static long bit(PosixSignal signal) {
        return 1L << signal.number();
    }
}
