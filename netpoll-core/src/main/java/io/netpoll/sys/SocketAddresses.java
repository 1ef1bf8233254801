package io.netpoll.sys;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * {@code struct sockaddr_in} and {@code struct sockaddr_in6} of {@code <netinet/in.h>}, and {@code struct sockaddr_un} of
 * {@code <sys/un.h>}.
 */
public final class SocketAddresses {

    public static final int AF_UNSPEC = 0;
    public static final int AF_UNIX = 1;
    public static final int AF_INET = 2;
    public static final int AF_INET6 = 10;

    /** Room for any of the addresses. */
    public static final int MAX_SIZE = 110;

    // struct sockaddr_in {
    //     sa_family_t    sin_family;   /* 16 bits */
    //     in_port_t      sin_port;     /* 16 bits, network byte order */
    //     struct in_addr sin_addr;     /* 4 octets */
    //     unsigned char  sin_zero[8];
    // };
    private static final int IPV4_SIZE = 16;
    private static final long IPV4_ADDRESS = 4;

    // struct sockaddr_in6 {
    //     sa_family_t     sin6_family;
    //     in_port_t       sin6_port;
    //     uint32_t        sin6_flowinfo;
    //     struct in6_addr sin6_addr;     /* 16 octets */
    //     uint32_t        sin6_scope_id;
    // };
    /** The larger of the internet addresses, in octets. */
    public static final int IPV6_SIZE = 28;

    private static final long IPV6_ADDRESS = 8;
    private static final long IPV6_SCOPE = 24;

    // struct sockaddr_un {
    //     sa_family_t sun_family;
    //     char        sun_path[108];     /* ends with a zero octet (unix(7)) */
    // };
    private static final long UNIX_PATH = 2;

    /** How long the path of a Unix-domain socket may be, in octets, without the zero at its end. */
    public static final int UNIX_PATH_MAX = 107;

    private static final long FAMILY = 0;
    private static final long PORT = 2;

    private SocketAddresses() {}

    /** Writes an address for a socket of the given family; an IPv4 address in an IPv6 socket is written as mapped. */
    public static int write(MemorySegment target, int family, InetSocketAddress address) {
        target.fill((byte) 0);
        target.set(JAVA_SHORT, FAMILY, (short) family);
        target.set(JAVA_BYTE, PORT, (byte) (address.getPort() >> 8));
        target.set(JAVA_BYTE, PORT + 1, (byte) address.getPort());
        byte[] octets = address.getAddress().getAddress();
        if (family == AF_INET) {
            put(target, IPV4_ADDRESS, octets);
            return IPV4_SIZE;
        }
        if (octets.length == 4 && !address.getAddress().isAnyLocalAddress()) {
            target.set(JAVA_BYTE, IPV6_ADDRESS + 10, (byte) 0xFF);
            target.set(JAVA_BYTE, IPV6_ADDRESS + 11, (byte) 0xFF);
            put(target, IPV6_ADDRESS + 12, octets);
        } else if (octets.length == 16) {
            put(target, IPV6_ADDRESS, octets);
            target.set(JAVA_INT, IPV6_SCOPE, ((Inet6Address) address.getAddress()).getScopeId());
        }
        return IPV6_SIZE;
    }

    /**
     * Writes the address of a Unix-domain socket and answers its size.
     *
     * @param path without a zero at its end, at most {@link #UNIX_PATH_MAX} octets
     */
    public static int writeUnix(MemorySegment target, byte[] path) {
        target.fill((byte) 0);
        target.set(JAVA_SHORT, FAMILY, (short) AF_UNIX);
        put(target, UNIX_PATH, path);
        return (int) UNIX_PATH + path.length + 1;
    }

    /**
     * Reads the path of a Unix-domain socket, in octets: empty if it has no name, and with a zero at its beginning if its name
     * is abstract (unix(7)).
     *
     * @param size how many octets of the address the kernel has filled
     */
    public static byte[] readUnix(MemorySegment source, int size) {
        byte[] path = new byte[Math.max(0, size - (int) UNIX_PATH)];
        MemorySegment.copy(source, JAVA_BYTE, UNIX_PATH, path, 0, path.length);
        boolean endsWithZero = path.length > 0 && path[0] != 0 && path[path.length - 1] == 0;
        return endsWithZero ? Arrays.copyOf(path, path.length - 1) : path;
    }

    /** Reads the family of an address. */
    public static int family(MemorySegment source) {
        return source.get(JAVA_SHORT, FAMILY);
    }

    /** Reads an IPv4 or IPv6 address; a mapped IPv4 address comes out as IPv4. */
    public static InetSocketAddress read(MemorySegment source) {
        int port = ((source.get(JAVA_BYTE, PORT) & 0xFF) << 8) | (source.get(JAVA_BYTE, PORT + 1) & 0xFF);
        boolean ipv4 = source.get(JAVA_SHORT, FAMILY) == AF_INET;
        byte[] octets = new byte[ipv4 ? 4 : 16];
        MemorySegment.copy(source, JAVA_BYTE, ipv4 ? IPV4_ADDRESS : IPV6_ADDRESS, octets, 0, octets.length);
        return new InetSocketAddress(address(source, octets), port);
    }

    private static InetAddress address(MemorySegment source, byte[] octets) {
        try {
            int scope = octets.length == 16 ? source.get(JAVA_INT, IPV6_SCOPE) : 0;
            return scope == 0 ? InetAddress.getByAddress(octets) : Inet6Address.getByAddress(null, octets, scope);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("An address of 4 or 16 octets is always one", e);
        }
    }

    private static void put(MemorySegment target, long offset, byte[] octets) {
        MemorySegment.copy(octets, 0, target, JAVA_BYTE, offset, octets.length);
    }
}
