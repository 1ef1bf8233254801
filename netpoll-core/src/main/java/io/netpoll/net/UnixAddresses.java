package io.netpoll.net;

import io.netpoll.sys.SocketAddresses;
import java.lang.foreign.MemorySegment;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.Charset;
import java.nio.file.InvalidPathException;

/** Paths of Unix-domain sockets between Java, where they are text, and the kernel, where they are octets. */
final class UnixAddresses {

    private static final UnixDomainSocketAddress UNNAMED = UnixDomainSocketAddress.of("");

    /** What the JDK encodes the names of files with. */
    private static final Charset NAMES =
            Charset.forName(System.getProperty("sun.jnu.encoding"), Charset.defaultCharset());

    private UnixAddresses() {}

    static byte[] octets(UnixDomainSocketAddress address) {
        return address.getPath().toString().getBytes(NAMES);
    }

    /**
     * Reads an address that a system call has filled: with an empty path if it has no name, with a path that begins with
     * {@code @} if its name is abstract (unix(7)), as ss(8) and systemd write it.
     */
    static UnixDomainSocketAddress read(MemorySegment source, int size) {
        return of(SocketAddresses.readUnix(source, size));
    }

    /**
     * An address of the octets of its path, or of an abstract name with the zero at its front. One that the JDK has no path
     * for, for example because the process runs in a locale without its letters, is as good as none.
     */
    static UnixDomainSocketAddress of(byte[] path) {
        if (path.length == 0) {
            return UNNAMED;
        }
        String text = new String(path, NAMES);
        try {
            return UnixDomainSocketAddress.of(
                    path[0] == 0 ? "@" + text.substring(1).replace('\0', '@') : text);
        } catch (InvalidPathException e) {
            return UNNAMED;
        }
    }
}
