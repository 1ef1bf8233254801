package io.netpoll.net;

import io.netpoll.sys.SocketAddresses;
import java.lang.foreign.MemorySegment;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/**
 * A peer's address in little space, from which the JDK's object is made when somebody asks: every idle connection has one. An
 * IPv4 address is a quarter of that object's size, an IPv6 address, kept as the kernel wrote it (ipv6(7)), a third.
 */
sealed interface InternetAddress extends Supplier<SocketAddress> {

    /** The octets of an IPv4 address, and the port. */
    record V4(int octets, int port) implements InternetAddress {
        @Override
        public SocketAddress get() {
            try {
                byte[] address =
                        ByteBuffer.allocate(Integer.BYTES).putInt(octets).array();
                return new InetSocketAddress(InetAddress.getByAddress(address), port);
            } catch (UnknownHostException e) {
                throw new IllegalStateException("An address of 4 octets is always one", e);
            }
        }
    }

    /** A whole {@code sockaddr_in6}. */
    record V6(long first, long second, long third, long fourth) implements InternetAddress {
        @Override
        public SocketAddress get() {
            return SocketAddresses.read(MemorySegment.ofArray(new long[] {first, second, third, fourth}));
        }
    }

    /** An address that is known as the JDK's object. */
    static InternetAddress of(InetAddress address, int port) {
        if (address instanceof Inet4Address) {
            return new V4(ByteBuffer.wrap(address.getAddress()).getInt(), port);
        }
        long[] words = new long[Math.ceilDiv(SocketAddresses.IPV6_SIZE, Long.BYTES)];
        SocketAddresses.write(
                MemorySegment.ofArray(words), SocketAddresses.AF_INET6, new InetSocketAddress(address, port));
        return new V6(words[0], words[1], words[2], words[3]);
    }

    /**
     * A copy of an address.
     *
     * @param size how many octets of it the kernel has filled
     */
    static InternetAddress copyOf(MemorySegment address, int size) {
        InetSocketAddress read = SocketAddresses.read(address);
        if (read.getAddress() instanceof Inet4Address v4) {
            return new V4(ByteBuffer.wrap(v4.getAddress()).getInt(), read.getPort());
        }
        long[] words = new long[Math.ceilDiv(SocketAddresses.IPV6_SIZE, Long.BYTES)];
        MemorySegment.copy(address, 0, MemorySegment.ofArray(words), 0, Math.min(size, SocketAddresses.IPV6_SIZE));
        return new V6(words[0], words[1], words[2], words[3]);
    }
}
