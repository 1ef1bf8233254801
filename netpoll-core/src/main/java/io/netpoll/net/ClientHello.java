package io.netpoll.net;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What has to be known of a client's first octets before there is an engine to read them: whether they are TLS, and which
 * name they ask for (RFC 8446 §4.1.2, RFC 6066 §3). Everything else, and whether it is well-formed, is the engine's business.
 *
 * @param kind what came
 * @param serverName the name asked for, or {@code null}
 */
record ClientHello(Kind kind, @Nullable String serverName) {

    /** What a client's first octets are. */
    enum Kind {
        /** Cannot be told yet. */
        INCOMPLETE,
        /** Something that an engine can make sense of. */
        TLS,
        /** Not TLS at all. */
        PLAINTEXT
    }

    private static final ClientHello INCOMPLETE = new ClientHello(Kind.INCOMPLETE, null);
    private static final ClientHello PLAINTEXT = new ClientHello(Kind.PLAINTEXT, null);
    private static final ClientHello NAMELESS = new ClientHello(Kind.TLS, null);

    private static final int RECORD_HEADER = 5;
    private static final int MESSAGE_HEADER = 4;
    private static final int FIRST_CONTENT_TYPE = 20; // change_cipher_spec
    private static final int LAST_CONTENT_TYPE = 24; // heartbeat
    private static final int HANDSHAKE = 22;
    private static final int MAJOR_VERSION = 3;
    private static final int CLIENT_HELLO = 1;
    private static final int RANDOM = 32;
    private static final int SERVER_NAME = 0;
    private static final int HOST_NAME = 0;
    private static final int SSL_2_BIT = 0x80;

    /**
     * Looks at octets without taking them.
     *
     * @param octets {@code octets[from, to)} has come so far
     * @param full whether no more octets have room: what is incomplete then is the engine's business too
     */
    static ClientHello read(byte[] octets, int from, int to, boolean full) {
        if (from == to) {
            return INCOMPLETE;
        }
        int type = octets[from] & 0xff;
        if ((type & SSL_2_BIT) != 0) {
            return NAMELESS; // a hello of SSL 2.0, which the engine refuses in its own words
        }
        if (type < FIRST_CONTENT_TYPE || type > LAST_CONTENT_TYPE) {
            return PLAINTEXT;
        }
        if (to - from > 1 && octets[from + 1] != MAJOR_VERSION) {
            return PLAINTEXT;
        }
        if (type != HANDSHAKE) {
            return NAMELESS;
        }
        ByteBuffer message = message(ByteBuffer.wrap(octets, from, to - from));
        if (message == null) {
            return full ? NAMELESS : INCOMPLETE;
        }
        return new ClientHello(Kind.TLS, serverName(message));
    }

    /** The first handshake message, which may be spread over several records; {@code null} if it is not complete. */
    private static @Nullable ByteBuffer message(ByteBuffer records) {
        ByteBuffer fragments = ByteBuffer.allocate(records.remaining());
        while (records.remaining() >= RECORD_HEADER) {
            int type = records.get() & 0xff;
            records.getShort(); // the version says nothing (RFC 8446 §5.1)
            int length = records.getShort() & 0xffff;
            if (type != HANDSHAKE || length == 0) {
                return ByteBuffer.allocate(0); // out of turn: the engine says so
            }
            boolean whole = length <= records.remaining();
            ByteBuffer fragment = records.slice(records.position(), Math.min(length, records.remaining()));
            records.position(records.position() + fragment.remaining());
            fragments.put(fragment);
            if (isComplete(fragments)) {
                return fragments.flip();
            }
            if (!whole) {
                return null;
            }
        }
        return null;
    }

    private static boolean isComplete(ByteBuffer fragments) {
        int present = fragments.position();
        boolean another = present > 0 && fragments.get(0) != CLIENT_HELLO;
        return another || (present >= MESSAGE_HEADER && present - MESSAGE_HEADER >= (fragments.getInt(0) & 0xffffff));
    }

    private static @Nullable String serverName(ByteBuffer message) {
        try {
            return message.get() == CLIENT_HELLO ? nameInHello(message) : null;
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            return null; // malformed: the engine says so
        }
    }

    private static @Nullable String nameInHello(ByteBuffer hello) {
        skip(hello, MESSAGE_HEADER - 1 + Short.BYTES + RANDOM); // length, legacy_version, random
        skip(hello, hello.get() & 0xff); // legacy_session_id
        skip(hello, hello.getShort() & 0xffff); // cipher_suites
        skip(hello, hello.get() & 0xff); // legacy_compression_methods
        skip(hello, Short.BYTES); // length of the extensions
        while (hello.hasRemaining()) {
            int extension = hello.getShort() & 0xffff;
            int length = hello.getShort() & 0xffff;
            if (extension == SERVER_NAME) {
                return nameInExtension(hello);
            }
            skip(hello, length);
        }
        return null;
    }

    private static @Nullable String nameInExtension(ByteBuffer extension) {
        int rest = extension.getShort() & 0xffff;
        while (rest > 0) {
            int type = extension.get();
            byte[] name = new byte[extension.getShort() & 0xffff];
            extension.get(name);
            if (type == HOST_NAME) {
                return new String(name, StandardCharsets.US_ASCII);
            }
            rest -= 1 + Short.BYTES + name.length;
        }
        return null;
    }

    private static void skip(ByteBuffer buffer, int octets) {
        buffer.position(buffer.position() + octets);
    }
}
