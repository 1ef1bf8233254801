package io.netpoll.reactor;

import io.netpoll.sys.Signals;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Signals to this process as a descriptor that is readable when one has come: what signalfd(2) is to a C program, in a JVM.
 *
 * <p>signalfd(2) alone would never be read. It needs its signals blocked in <em>every</em> thread, since one that is sent to
 * the process goes to any thread that does not block it (signal(7)); but HotSpot starts threads of its own before the first
 * line of Java runs, unblocks SIGHUP, SIGINT and SIGTERM in each, and ends the process when they come. So there are two ways,
 * chosen for each signal when this is opened:
 *
 * <ul>
 *   <li>Ordinarily the JVM catches the signal and dispatches it to us ({@code sun.misc.Signal}), and an eventfd(2) stands for
 *       it. While this is open, the signal does not do what it did before (SIGTERM does not end the process); closing puts
 *       that back. The application shares the signal with nobody: a handler that it installs later takes it away from here.
 *   <li>If every thread has the signal blocked, because the process was started so (for instance with
 *       {@code env --block-signal=USR1 java …}), it is read with signalfd(2). Threads started later inherit that; native code
 *       that unblocks it breaks it.
 * </ul>
 *
 * <p>Refused, because it could not work:
 *
 * <ul>
 *   <li>SIGKILL and SIGSTOP: the kernel's.
 *   <li>SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGPIPE, SIGXFSZ, SIGABRT: the JVM's, for its own faults and errors.
 *   <li>SIGUSR2: the JVM's, to suspend threads. {@code sun.misc.Signal} accepts it, and what follows is a JVM whose Flight
 *       Recorder and thread dumps stall.
 *   <li>SIGQUIT, the order for a thread dump, unless the JVM runs with {@code -Xrs} and the signal is blocked.
 *   <li>Any signal that is not blocked if the JVM runs with {@code -Xrs}: then it dispatches none.
 *   <li>SIGHUP, SIGINT or SIGTERM if the process ignores it, as under nohup(1): then the JVM does not catch it.
 * </ul>
 *
 * <p>As in the kernel, a signal that comes again before it was taken counts once, and several are taken in no promised order.
 * One thread at a time may use this, usually the loop's.
 *
 * <pre>{@code
 * SignalFd signals = SignalFd.open(PosixSignal.SIGTERM, PosixSignal.SIGHUP);
 * loop.register(signals.fd(), Interest.READABLE, event -> {
 *     PosixSignal signal = signals.take();
 *     if (signal == PosixSignal.SIGTERM) {
 *         loop.stop();
 *     }
 * });
 * }</pre>
 */
public final class SignalFd implements AutoCloseable {

    private static final Set<PosixSignal> TAKEN = ConcurrentHashMap.newKeySet();

    private final Set<PosixSignal> signals;
    private final List<SignalSource> sources = new ArrayList<>();
    /** Stands for both sources, if there are two. */
    private @Nullable NetpollEpoll both;

    private boolean closed;

    private SignalFd(Set<PosixSignal> signals) throws IOException {
        this.signals = signals;
        long blocked = Signals.blockedInEveryThread();
        try {
            openSource(signals, blocked, true);
            openSource(signals, blocked, false);
            if (sources.size() > 1) {
                both = join(sources);
            }
        } catch (IOException | RuntimeException e) {
            sources.forEach(SignalSource::close);
            throw e;
        }
    }

    /**
     * Opens a descriptor for signals. None may be open in another one of this process.
     *
     * @param signals at least one
     * @throws IllegalArgumentException if there is none, or one cannot be had in this process; the message says why
     * @throws IllegalStateException if another {@code SignalFd} has one of them
     * @throws IOException if there are no descriptors left, or {@code /proc} cannot be read
     */
    public static SignalFd open(PosixSignal... signals) throws IOException {
        if (signals.length == 0) {
            throw new IllegalArgumentException("There is no signal to open");
        }
        Set<PosixSignal> wanted = EnumSet.copyOf(List.of(signals));
        wanted.forEach(SignalFd::refuseTheImpossible);
        take(wanted);
        try {
            return new SignalFd(wanted);
        } catch (IOException | RuntimeException e) {
            TAKEN.removeAll(wanted);
            throw e;
        }
    }

    private static void refuseTheImpossible(PosixSignal signal) {
        if (signal.refusal() != null) {
            throw new IllegalArgumentException(signal + " cannot be had: " + signal.refusal() + ".");
        }
    }

    private static void take(Set<PosixSignal> wanted) {
        Set<PosixSignal> taken = EnumSet.noneOf(PosixSignal.class);
        for (PosixSignal signal : wanted) {
            if (!TAKEN.add(signal)) {
                TAKEN.removeAll(taken);
                throw new IllegalStateException("Another SignalFd has " + signal);
            }
            taken.add(signal);
        }
    }

    private void openSource(Set<PosixSignal> signals, long blocked, boolean fromKernel) throws IOException {
        Set<PosixSignal> own = EnumSet.copyOf(signals);
        own.removeIf(signal -> Signals.contains(blocked, signal.number()) != fromKernel);
        if (own.isEmpty()) {
            return;
        }
        if (!fromKernel) {
            refuseWhatIsNotDispatched(own);
        }
        sources.add(fromKernel ? new BlockedSignals(own) : new DispatchedSignals(own));
    }

    private static void refuseWhatIsNotDispatched(Set<PosixSignal> signals) throws IOException {
        // A JVM that dispatches signals catches SIGQUIT from its start on; with -Xrs it does neither.
        if (!Signals.contains(Signals.caught(), Signals.SIGQUIT)) {
            String names = signals.stream().map(PosixSignal::name).collect(Collectors.joining(", "));
            throw new IllegalArgumentException(
                    names + " cannot be had: the JVM runs with -Xrs and dispatches no signals."
                            + " Start it without, or start the process with them blocked (env --block-signal).");
        }
        if (signals.contains(PosixSignal.SIGQUIT)) {
            throw new IllegalArgumentException(
                    "SIGQUIT cannot be had: the JVM answers it with a thread dump. Start it with"
                            + " -Xrs and the signal blocked (env --block-signal=QUIT), or use SIGUSR1.");
        }
    }

    private static NetpollEpoll join(List<SignalSource> sources) throws IOException {
        NetpollEpoll both = new NetpollEpoll(Clock.system(), sources.size());
        try {
            for (SignalSource source : sources) {
                both.add(source.fd(), Interest.READABLE, 0);
            }
            return both;
        } catch (IOException e) {
            both.close();
            throw e;
        }
    }

    /** The descriptor, for {@link EventLoop#register} with {@link Interest#READABLE}. */
    public int fd() {
        return both != null ? both.fd() : sources.getFirst().fd();
    }

    /**
     * Takes a signal that has come. While there are more the descriptor stays readable.
     *
     * @return {@code null} if none has come
     * @throws IOException if the kernel refuses
     */
    public @Nullable PosixSignal take() throws IOException {
        for (SignalSource source : sources) {
            PosixSignal signal = source.take();
            if (signal != null) {
                return signal;
            }
        }
        return null;
    }

    /** Closes the descriptor, once. What the JVM did with the signals before, it does again. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            if (both != null) {
                both.close();
            }
            sources.forEach(SignalSource::close);
            TAKEN.removeAll(signals);
        }
    }
}
