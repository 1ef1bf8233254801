package io.netpoll.net;

import java.net.InetAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * Version 2, binary (proxy-protocol.txt §2.2):
 *
 * <pre>
 *   signature        12 octets
 *   version|command   1   2 | LOCAL 0, PROXY 1
 *   family|protocol   1   UNSPEC 0, INET 1, INET6 2, UNIX 3 | UNSPEC 0, STREAM 1, DGRAM 2
 *   length            2   of all that follows
 *   addresses             of the source, of the destination; their ports
 *   vectors               type, length, value: {@link ProxyHeaderVectors}
 * </pre>
 *
 * <p>What follows the length is skipped unread if the command is LOCAL, or if family or protocol are unspecified: where in it
 * addresses end is not said then.
 */
final class ProxyHeaderBlock implements ProxyHeaderForm {

    private static final byte[] SIGNATURE = {'\r', '\n', '\r', '\n', 0, '\r', '\n', 'Q', 'U', 'I', 'T', '\n'};
    private static final int VERSION_AND_COMMAND = 12;
    private static final int FAMILY_AND_PROTOCOL = VERSION_AND_COMMAND + 1;
    private static final int LENGTH = FAMILY_AND_PROTOCOL + 1;
    private static final int FIXED_SIZE = LENGTH + 2;

    private static final int VERSION = 2;
    private static final int UNIX = 3;
    private static final int STREAM = 1;
    private static final int DATAGRAM = 2;
    private static final int PORTS_SIZE = 4;

    /** How long one address is, by its family. */
    private static final int[] ADDRESS_SIZE = {0, 4, 16, 108};

    private static final byte[] NO_ADDRESSES = {};

    private final ProxyHeaderVectors vectors = new ProxyHeaderVectors();
    private byte[] addresses = NO_ADDRESSES;
    private int family;
    private int protocol;
    private boolean relayed;
    private int count;
    private int size = FIXED_SIZE;

    @Override
    public int wanted() {
        return size - count;
    }

    @Override
    public void add(byte octet) throws ProxyHeaderException {
        int at = count++;
        if (at < FIXED_SIZE) {
            vectors.cover(octet);
            addFixed(at, octet);
        } else if (at < FIXED_SIZE + addresses.length) {
            vectors.cover(octet);
            addresses[at - FIXED_SIZE] = octet;
        } else if (addresses.length > 0) {
            vectors.add(octet, size - count);
        }
        if (count == size && addresses.length > 0) {
            vectors.end();
        }
    }

    private void addFixed(int at, byte octet) throws ProxyHeaderException {
        int high = (octet & 0xF0) >> 4;
        int low = octet & 0x0F;
        switch (at) {
            case VERSION_AND_COMMAND -> {
                require(high == VERSION, ProxyHeaderFailure.UNKNOWN_VERSION);
                require(low <= 1, ProxyHeaderFailure.UNKNOWN_COMMAND);
                relayed = low == 1;
            }
            case FAMILY_AND_PROTOCOL -> {
                require(!relayed || (high <= UNIX && low <= DATAGRAM), ProxyHeaderFailure.UNKNOWN_FAMILY);
                family = high;
                protocol = low;
            }
            case LENGTH -> size += (octet & 0xFF) << Byte.SIZE;
            case LENGTH + 1 -> {
                size += octet & 0xFF;
                expectAddresses();
            }
            default -> require(octet == SIGNATURE[at], ProxyHeaderFailure.NO_HEADER);
        }
    }

    private void expectAddresses() throws ProxyHeaderException {
        if (relayed && family > 0 && protocol > 0) {
            int length = 2 * ADDRESS_SIZE[family] + (isUnix() ? 0 : PORTS_SIZE);
            require(size - FIXED_SIZE >= length, ProxyHeaderFailure.ADDRESSES_TOO_SHORT);
            addresses = new byte[length];
        }
    }

    private boolean isUnix() {
        return family == UNIX;
    }

    private static void require(boolean held, ProxyHeaderFailure otherwise) throws ProxyHeaderException {
        if (!held) {
            throw new ProxyHeaderException(otherwise);
        }
    }

    /** Datagrams do not carry HTTP/1.1: what is not supported counts as unspecified. */
    @Override
    public ProxyHeader header() {
        if (addresses.length == 0 || protocol != STREAM) {
            return ProxyHeader.UNSAID;
        }
        if (isUnix()) {
            UnixDomainSocketAddress source = unix(0);
            UnixDomainSocketAddress destination = unix(1);
            return new ProxyHeader(() -> source, () -> destination);
        }
        return new ProxyHeader(internet(0), internet(1));
    }

    private InternetAddress internet(int index) {
        int length = ADDRESS_SIZE[family];
        int portAt = 2 * length + 2 * index;
        int port = (addresses[portAt] & 0xFF) << Byte.SIZE | (addresses[portAt + 1] & 0xFF);
        try {
            byte[] octets = Arrays.copyOfRange(addresses, index * length, (index + 1) * length);
            return InternetAddress.of(InetAddress.getByAddress(octets), port);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("An address of 4 or 16 octets is always one", e);
        }
    }

    private UnixDomainSocketAddress unix(int index) {
        int length = ADDRESS_SIZE[family];
        byte[] field = Arrays.copyOfRange(addresses, index * length, (index + 1) * length);
        return UnixAddresses.of(Arrays.copyOf(field, field[0] == 0 ? endOfName(field) : endOfPath(field)));
    }

    /** An abstract name begins with a zero (unix(7)). It may have others, but those at the end are what is left of the field. */
    private static int endOfName(byte[] field) {
        int end = field.length;
        while (end > 0 && field[end - 1] == 0) {
            end--;
        }
        return end;
    }

    private static int endOfPath(byte[] field) {
        int end = 0;
        while (end < field.length && field[end] != 0) {
            end++;
        }
        return end;
    }
}
