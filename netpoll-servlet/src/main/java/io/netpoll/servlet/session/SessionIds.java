package io.netpoll.servlet.session;

import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Makes session ids of 128 random bits. The source of randomness is opened with the first id, not at start-up. */
final class SessionIds {

    private static final int OCTETS = 16;

    private volatile @Nullable SecureRandom random;

    String next() {
        byte[] id = new byte[OCTETS];
        random().nextBytes(id);
        return HexFormat.of().withUpperCase().formatHex(id);
    }

    private SecureRandom random() {
        SecureRandom current = random;
        if (current == null) {
            current = new SecureRandom();
            random = current;
        }
        return current;
    }
}
