package io.netpoll.net;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Buffers that hold one TLS record each. They are borrowed while a record is on its way in or out, so an idle connection has
 * none; what is not in use is kept, up to a bound. Any thread may borrow and give back.
 */
class RecordBuffers {

    /** A record has at most 2^14 octets of content and 2^8 of protection (RFC 8446 §5.2); the JDK asks for 16,709. */
    static final int SIZE = 17 * 1024;

    /** About one MiB: more are in use only while many connections have half a record. */
    private static final int MAX_KEPT = 64;

    private final AtomicReferenceArray<byte @Nullable []> kept = new AtomicReferenceArray<>(MAX_KEPT);

    RecordBuffers() {}

    /** A buffer of at least {@link #SIZE}; what is in it is left over from others. */
    byte[] borrow() {
        for (int i = 0; i < MAX_KEPT; i++) {
            if (kept.getPlain(i) != null) {
                byte[] buffer = kept.getAndSet(i, null);
                if (buffer != null) {
                    return buffer;
                }
            }
        }
        return new byte[SIZE];
    }

    /** Gives a borrowed buffer back; the caller must not touch it any more. */
    void giveBack(byte[] buffer) {
        if (buffer.length != SIZE) {
            return;
        }
        for (int i = 0; i < MAX_KEPT; i++) {
            if (kept.getPlain(i) == null && kept.compareAndSet(i, null, buffer)) {
                return;
            }
        }
    }
}
