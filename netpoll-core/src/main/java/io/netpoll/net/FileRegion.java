package io.netpoll.net;

import io.netpoll.reactor.SystemCallException;
import io.netpoll.sys.CallState;
import io.netpoll.sys.Errno;
import io.netpoll.sys.Fcntl;
import io.netpoll.sys.SendFiles;
import io.netpoll.sys.Unistd;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A part of a file that is on its way to a stream. One thread uses it, one that may wait for a disk: never a loop's.
 */
public final class FileRegion implements AutoCloseable {

    /** What one call moves: small enough that a slow disk is noticed between two slices. */
    private static final long MAX_SLICE = 256 * 1024;

    /** The content of one TLS record (RFC 8446 §5.1). */
    private static final int MAX_PEEK = 16 * 1024;

    private final Arena arena = Arena.ofShared();
    private final CallState state = CallState.allocate(arena);
    private final MemorySegment offset = arena.allocate(ValueLayout.JAVA_LONG);
    private final Path path;
    private final int fd;
    private long remaining;
    private @Nullable MemorySegment peeked;

    /**
     * Opens a file.
     *
     * @param path an existing file
     * @param position where the part begins, in octets
     * @param count how many octets it has
     * @throws IOException if the file cannot be opened
     */
    public FileRegion(Path path, long position, long count) throws IOException {
        this.path = path;
        this.remaining = count;
        int opened = Fcntl.open(state, arena.allocateFrom(path.toString()), Fcntl.O_RDONLY | Fcntl.O_CLOEXEC);
        if (opened < 0) {
            arena.close();
            throw opened == -Errno.ENOENT
                    ? new NoSuchFileException(path.toString())
                    : new SystemCallException("open", -opened);
        }
        fd = opened;
        offset.set(ValueLayout.JAVA_LONG, 0, position);
    }

    /** How many octets have not been sent yet. */
    public long remaining() {
        return remaining;
    }

    /** One sendfile(2): how many octets, or {@code -errno}. */
    int sendTo(int socket) throws EOFException {
        long sent = SendFiles.sendfile(state, socket, fd, offset, Math.min(remaining, MAX_SLICE));
        if (sent == 0) {
            throw endedEarly();
        }
        remaining -= Math.max(0, sent);
        return (int) sent;
    }

    /**
     * Reads ahead without moving: at most so many octets as the target and {@link #MAX_PEEK} allow.
     *
     * @return how many octets
     * @throws EOFException if the file is shorter than the region
     * @throws IOException if it cannot be read
     */
    int peek(byte[] target) throws IOException {
        if (peeked == null) {
            peeked = arena.allocate(MAX_PEEK);
        }
        int wanted = (int) Math.min(remaining, Math.min(target.length, MAX_PEEK));
        long read;
        do {
            read = Unistd.pread(state, fd, peeked, wanted, offset.get(ValueLayout.JAVA_LONG, 0));
        } while (read == -Errno.EINTR);
        if (read < 0) {
            throw new SystemCallException("pread", (int) -read);
        }
        if (read == 0) {
            throw endedEarly();
        }
        MemorySegment.copy(peeked, ValueLayout.JAVA_BYTE, 0, target, 0, (int) read);
        return (int) read;
    }

    /** Octets that were read have been sent. */
    void skip(int octets) {
        offset.set(ValueLayout.JAVA_LONG, 0, offset.get(ValueLayout.JAVA_LONG, 0) + octets);
        remaining -= octets;
    }

    private EOFException endedEarly() {
        return new EOFException(path + " ended " + remaining + " octets before the promised length");
    }

    /** Closes the file; called once. */
    @Override
    public void close() {
        Unistd.close(state, fd);
        arena.close();
    }
}
