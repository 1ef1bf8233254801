package io.netpoll.sys;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** {@code <signal.h>} and {@code <sys/signalfd.h>}: numbers of signals, signalfd(2), and which signals are blocked. */
public final class Signals {

    public static final int SIGHUP = 1;
    public static final int SIGINT = 2;
    public static final int SIGQUIT = 3;
    public static final int SIGILL = 4;
    public static final int SIGTRAP = 5;
    public static final int SIGABRT = 6;
    public static final int SIGBUS = 7;
    public static final int SIGFPE = 8;
    public static final int SIGKILL = 9;
    public static final int SIGUSR1 = 10;
    public static final int SIGSEGV = 11;
    public static final int SIGUSR2 = 12;
    public static final int SIGPIPE = 13;
    public static final int SIGALRM = 14;
    public static final int SIGTERM = 15;
    public static final int SIGCHLD = 17;
    public static final int SIGCONT = 18;
    public static final int SIGSTOP = 19;
    public static final int SIGTSTP = 20;
    public static final int SIGTTIN = 21;
    public static final int SIGTTOU = 22;
    public static final int SIGURG = 23;
    public static final int SIGXCPU = 24;
    public static final int SIGXFSZ = 25;
    public static final int SIGVTALRM = 26;
    public static final int SIGPROF = 27;
    public static final int SIGWINCH = 28;
    public static final int SIGIO = 29;
    public static final int SIGPWR = 30;
    public static final int SIGSYS = 31;

    public static final int SFD_NONBLOCK = 0x800;
    public static final int SFD_CLOEXEC = 0x80000;

    // struct signalfd_siginfo {
    //     uint32_t ssi_signo;
    //     …
    // };
    private static final long SIGNO = 0;

    /** The size of {@code struct signalfd_siginfo} in octets. */
    public static final long SIGINFO_SIZE = 128;

    /** The size of glibc's {@code sigset_t} in octets; bit <i>n</i>−1 of its first {@code long} is signal <i>n</i>. */
    public static final long SIGSET_SIZE = 128;

    private static final MethodHandle SIGNALFD = Downcalls.function("signalfd", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);

    private static final Path PROCESS = Path.of("/proc/self");

    private Signals() {}

    /** signalfd(2): a descriptor, or {@code -errno}. */
    public static int signalfd(CallState state, int fd, MemorySegment mask, int flags) {
        try {
            return state.result((int) SIGNALFD.invokeExact(state.segment(), fd, mask, flags));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /** Adds a signal to a {@code sigset_t}, as sigaddset(3) does. */
    public static void add(MemorySegment set, int signal) {
        set.set(JAVA_LONG, 0, set.get(JAVA_LONG, 0) | bit(signal));
    }

    /** Reads {@code ssi_signo}: which signal came. */
    public static int signal(MemorySegment siginfo) {
        return siginfo.get(JAVA_INT, SIGNO);
    }

    /**
     * The signals that every thread of this process blocks now (proc_pid_status(5)), so that none of them is delivered to a
     * handler.
     *
     * @return a set as in {@code sigset_t}: ask it with {@link #contains}
     * @throws IOException if {@code /proc} cannot be read
     */
    public static long blockedInEveryThread() throws IOException {
        long blocked = -1L;
        try (Stream<Path> threads = Files.list(PROCESS.resolve("task"))) {
            for (Path thread : threads.toList()) {
                blocked &= blockedIn(thread);
            }
        }
        return blocked;
    }

    private static long blockedIn(Path thread) throws IOException {
        try {
            return set(thread, "SigBlk:");
        } catch (IOException e) {
            if (Files.exists(thread)) {
                throw e;
            }
            return -1L; // the thread has ended meanwhile
        }
    }

    /**
     * The signals for which this process has a handler (proc_pid_status(5)).
     *
     * @return a set as in {@code sigset_t}: ask it with {@link #contains}
     * @throws IOException if {@code /proc} cannot be read
     */
    public static long caught() throws IOException {
        return set(PROCESS, "SigCgt:");
    }

    /** Whether a set holds a signal. */
    public static boolean contains(long set, int signal) {
        return (set & bit(signal)) != 0;
    }

    private static long set(Path directory, String field) throws IOException {
        for (String line : Files.readAllLines(directory.resolve("status"))) {
            if (line.startsWith(field)) {
                return Long.parseUnsignedLong(line.substring(field.length()).strip(), 16);
            }
        }
        throw new IOException(directory + "/status has no " + field);
    }

    private static long bit(int signal) {
        return 1L << (signal - 1);
    }
}
