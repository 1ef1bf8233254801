package io.netpoll.net;

import io.netpoll.sys.SocketAddresses;
import java.lang.foreign.MemorySegment;
import java.net.SocketAddress;
import java.util.function.Supplier;

/**
 * An address as the kernel wrote it (ip(7), ipv6(7)), a third of the size of the JDK's object: every idle connection has one,
 * and few are asked for it.
 */
record InternetAddress(long first, long second, long third, long fourth) implements Supplier<SocketAddress> {

    /** A copy of an address. */
    static InternetAddress copyOf(MemorySegment address, int size) {
        long[] words = new long[SocketAddresses.MAX_INTERNET_SIZE / Long.BYTES];
        MemorySegment.copy(address, 0, MemorySegment.ofArray(words), 0, Math.min(size, words.length * Long.BYTES));
        return new InternetAddress(words[0], words[1], words[2], words[3]);
    }

    @Override
    public SocketAddress get() {
        return SocketAddresses.read(MemorySegment.ofArray(new long[] {first, second, third, fourth}));
    }
}
