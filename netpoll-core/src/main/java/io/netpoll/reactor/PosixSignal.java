package io.netpoll.reactor;

import io.netpoll.sys.Signals;
import org.jspecify.annotations.Nullable;

/**
 * The signals of signal(7), with their numbers on x86-64 and aarch64. {@link SignalFd} takes those that an ordinary JVM can
 * leave to an application; the others say why it cannot.
 */
public enum PosixSignal {
    /** The terminal has gone; by convention: read the configuration again. */
    SIGHUP(Signals.SIGHUP),
    /** Ctrl-C. */
    SIGINT(Signals.SIGINT),
    /** Ctrl-\. The JVM's order for a thread dump: free only with {@code -Xrs}, and only where it is blocked. */
    SIGQUIT(Signals.SIGQUIT),
    /** The JVM's own. */
    SIGILL(Signals.SIGILL, Refusal.FAULT),
    /** The JVM's own. */
    SIGTRAP(Signals.SIGTRAP, Refusal.FAULT),
    /** Ends the process with a core dump. */
    SIGABRT(Signals.SIGABRT, "it is how abort(3) and a crashing JVM end the process"),
    /** The JVM's own. */
    SIGBUS(Signals.SIGBUS, Refusal.FAULT),
    /** The JVM's own. */
    SIGFPE(Signals.SIGFPE, Refusal.FAULT),
    /** Cannot be caught. */
    SIGKILL(Signals.SIGKILL, Refusal.KERNEL),
    /** Free for applications. */
    SIGUSR1(Signals.SIGUSR1),
    /** The JVM's own. */
    SIGSEGV(Signals.SIGSEGV, Refusal.FAULT),
    /** The JVM's own, though {@code sun.misc.Signal} accepts it. */
    SIGUSR2(Signals.SIGUSR2, "the JVM suspends and resumes its threads with it (Flight Recorder does), so use SIGUSR1"),
    /** The JVM's own. */
    SIGPIPE(Signals.SIGPIPE, "the JVM catches it so that a write to a broken pipe is an error (EPIPE)"),
    /** The clock of alarm(2) has expired. */
    SIGALRM(Signals.SIGALRM),
    /** Asks the process to end. */
    SIGTERM(Signals.SIGTERM),
    /** A child process has ended, stopped or gone on. */
    SIGCHLD(Signals.SIGCHLD),
    /** The process goes on after it was stopped. */
    SIGCONT(Signals.SIGCONT),
    /** Cannot be caught. */
    SIGSTOP(Signals.SIGSTOP, Refusal.KERNEL),
    /** Ctrl-Z. */
    SIGTSTP(Signals.SIGTSTP),
    /** A read from the terminal in the background. */
    SIGTTIN(Signals.SIGTTIN),
    /** A write to the terminal in the background. */
    SIGTTOU(Signals.SIGTTOU),
    /** Urgent data at a socket. */
    SIGURG(Signals.SIGURG),
    /** The limit on processor time is exceeded. */
    SIGXCPU(Signals.SIGXCPU),
    /** The JVM's own. */
    SIGXFSZ(Signals.SIGXFSZ, "the JVM catches it so that a write beyond the limit on file sizes is an error (EFBIG)"),
    /** The virtual timer of setitimer(2) has expired. */
    SIGVTALRM(Signals.SIGVTALRM),
    /** The profiling timer of setitimer(2) has expired; profilers of the JVM use it. */
    SIGPROF(Signals.SIGPROF),
    /** The terminal has another size. */
    SIGWINCH(Signals.SIGWINCH),
    /** Input or output is possible (fcntl(2), F_SETOWN). */
    SIGIO(Signals.SIGIO),
    /** The power fails. */
    SIGPWR(Signals.SIGPWR),
    /** A system call that does not exist or is not allowed. */
    SIGSYS(Signals.SIGSYS, Refusal.FAULT);

    /** Reasons that several signals share. */
    private static final class Refusal {
        static final String FAULT = "it reports a fault of the thread that runs, which only the JVM can handle";
        static final String KERNEL = "the kernel lets no process catch or block it";
    }

    private final int number;
    private final @Nullable String refusal;

    PosixSignal(int number) {
        this(number, null);
    }

    PosixSignal(int number, @Nullable String refusal) {
        this.number = number;
        this.refusal = refusal;
    }

    /** The number kill(1) and kill(2) know it by. */
    public int number() {
        return number;
    }

    /** The name kill(1) knows it by: without SIG. */
    String shortName() {
        return name().substring("SIG".length());
    }

    /** Why no JVM can leave it to an application, to follow a colon; {@code null} if one can. */
    @Nullable String refusal() {
        return refusal;
    }

    /** The signal of a number that {@link SignalFd} has asked for. */
    static PosixSignal of(int number) {
        for (PosixSignal signal : values()) {
            if (signal.number == number) {
                return signal;
            }
        }
        throw new IllegalArgumentException("No signal has the number " + number);
    }
}
