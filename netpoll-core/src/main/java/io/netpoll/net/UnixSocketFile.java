package io.netpoll.net;

import io.netpoll.reactor.SystemCallException;
import io.netpoll.sys.CallState;
import io.netpoll.sys.Errno;
import io.netpoll.sys.SocketAddresses;
import io.netpoll.sys.Sockets;
import io.netpoll.sys.Stat;
import io.netpoll.sys.Unistd;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.BindException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The file by which clients find a Unix-domain listener: made by its bind, removed by its close. */
final class UnixSocketFile {

    private static final int STREAM = Sockets.SOCK_STREAM | Sockets.SOCK_NONBLOCK | Sockets.SOCK_CLOEXEC;

    private final UnixDomainSocketAddress bindAddress;
    private final byte[] path;
    private Stat.@Nullable FileId own;

    private UnixSocketFile(UnixDomainSocketAddress bindAddress) throws BindException {
        this.bindAddress = bindAddress;
        this.path = UnixAddresses.octets(bindAddress);
        if (path.length == 0) {
            throw new BindException("Cannot assign requested address: a listener's path must not be empty");
        }
        if (path.length > SocketAddresses.UNIX_PATH_MAX) {
            throw new BindException(Errno.text(Errno.ENAMETOOLONG) + ": " + bindAddress + " (" + path.length
                    + " octets, at most " + SocketAddresses.UNIX_PATH_MAX + ")");
        }
    }

    /**
     * A new listener and its file.
     *
     * @param fd bound, and listens
     */
    record Listener(int fd, UnixSocketFile file) {}

    static Listener listen(
            UnixDomainSocketAddress bindAddress, @Nullable Set<PosixFilePermission> permissions, int backlog)
            throws IOException {
        UnixSocketFile file = new UnixSocketFile(bindAddress);
        try (Arena arena = Arena.ofConfined()) {
            CallState state = CallState.allocate(arena);
            int fd = SystemCallException.check("socket", Sockets.socket(state, SocketAddresses.AF_UNIX, STREAM, 0));
            try {
                file.bind(arena, state, fd);
                // Before listen(2) nobody can connect, whatever the mode has been for a moment.
                file.permit(arena, state, permissions);
                file.bound(Sockets.listen(state, fd, backlog));
                return new Listener(fd, file);
            } catch (IOException e) {
                Unistd.close(state, fd);
                file.remove();
                throw e;
            }
        }
    }

    private void bind(Arena arena, CallState state, int fd) throws IOException {
        MemorySegment address = arena.allocate(SocketAddresses.MAX_SIZE, Long.BYTES);
        int size = SocketAddresses.writeUnix(address, path);
        int result = Sockets.bind(state, fd, address, size);
        if (result == -Errno.EADDRINUSE && isStale(arena, state, address, size)) {
            Unistd.unlink(state, name(arena));
            result = Sockets.bind(state, fd, address, size);
        }
        bound(result);
        own = id(arena, state);
    }

    /** Whether the file is a socket that nobody listens on any more, left behind by a process that could not remove it. */
    private boolean isStale(Arena arena, CallState state, MemorySegment address, int size) throws IOException {
        MemorySegment found = stat(arena, state);
        // connect(2) is refused by a file of another kind too, and that must stay.
        if (found == null || (Stat.mode(found) & Stat.S_IFMT) != Stat.S_IFSOCK) {
            return false;
        }
        int probe = SystemCallException.check("socket", Sockets.socket(state, SocketAddresses.AF_UNIX, STREAM, 0));
        int connected = Sockets.connect(state, probe, address, size);
        Unistd.close(state, probe);
        return connected == -Errno.ECONNREFUSED;
    }

    private void permit(Arena arena, CallState state, @Nullable Set<PosixFilePermission> permissions)
            throws IOException {
        if (permissions != null) {
            int mode = permissions.stream().mapToInt(UnixSocketFile::bit).sum();
            bound(Stat.chmod(state, name(arena), mode));
        }
    }

    private static int bit(PosixFilePermission permission) {
        return switch (permission) {
            case OWNER_READ -> 0400;
            case OWNER_WRITE -> 0200;
            case OWNER_EXECUTE -> 0100;
            case GROUP_READ -> 040;
            case GROUP_WRITE -> 020;
            case GROUP_EXECUTE -> 010;
            case OTHERS_READ -> 04;
            case OTHERS_WRITE -> 02;
            case OTHERS_EXECUTE -> 01;
        };
    }

    private void bound(int result) throws BindException {
        if (result < 0) {
            throw new BindException(Errno.text(-result) + ": " + bindAddress);
        }
    }

    /** Removes the file, unless it is another's by now, who has taken the path over. */
    void remove() {
        try (Arena arena = Arena.ofConfined()) {
            CallState state = CallState.allocate(arena);
            if (own != null && own.equals(id(arena, state))) {
                Unistd.unlink(state, name(arena));
            }
        }
    }

    private Stat.@Nullable FileId id(Arena arena, CallState state) {
        MemorySegment found = stat(arena, state);
        return found == null ? null : Stat.id(found);
    }

    private @Nullable MemorySegment stat(Arena arena, CallState state) {
        MemorySegment found = arena.allocate(Stat.STATX_SIZE, Long.BYTES);
        int result =
                Stat.statx(state, Stat.AT_FDCWD, name(arena), Stat.AT_SYMLINK_NOFOLLOW, Stat.STATX_BASIC_STATS, found);
        return result < 0 ? null : found;
    }

    private MemorySegment name(Arena arena) {
        return arena.allocateFrom(ValueLayout.JAVA_BYTE, Arrays.copyOf(path, path.length + 1));
    }
}
