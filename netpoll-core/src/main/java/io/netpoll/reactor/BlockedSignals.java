package io.netpoll.reactor;

import io.netpoll.sys.CallState;
import io.netpoll.sys.Errno;
import io.netpoll.sys.Signals;
import io.netpoll.sys.Unistd;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Signals that every thread blocks stay pending for the process, and signalfd(2) reads them. */
final class BlockedSignals implements SignalSource {

    private final Arena arena = Arena.ofShared();
    private final CallState state = CallState.allocate(arena);
    private final MemorySegment info = arena.allocate(Signals.SIGINFO_SIZE, Long.BYTES);
    private final int fd;

    BlockedSignals(Set<PosixSignal> signals) throws IOException {
        MemorySegment mask = arena.allocate(Signals.SIGSET_SIZE, Long.BYTES);
        signals.forEach(signal -> Signals.add(mask, signal.number()));
        int created = Signals.signalfd(state, -1, mask, Signals.SFD_NONBLOCK | Signals.SFD_CLOEXEC);
        if (created < 0) {
            arena.close();
            throw new SystemCallException("signalfd", -created);
        }
        fd = created;
    }

    @Override
    public int fd() {
        return fd;
    }

    @Override
    public @Nullable PosixSignal take() throws IOException {
        long read = Unistd.read(state, fd, info, Signals.SIGINFO_SIZE);
        if (read < 0 && read != -Errno.EAGAIN) {
            throw new SystemCallException("read", (int) -read);
        }
        return read < 0 ? null : PosixSignal.of(Signals.signal(info));
    }

    @Override
    public void close() {
        Unistd.close(state, fd);
        arena.close();
    }
}
