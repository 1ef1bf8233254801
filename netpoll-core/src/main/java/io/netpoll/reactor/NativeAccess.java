package io.netpoll.reactor;

import io.netpoll.sys.Platform;

/** Why native calls may be impossible, in words that say what to do. */
final class NativeAccess {

    private NativeAccess() {}

    /** Throws unless the layouts and constants of the native calls are those of this machine. */
    static void requireSupportedPlatform() {
        if (!Platform.isLinux() || !(Platform.isX86() || Platform.isArm())) {
            throw new UnsupportedPlatformException("netpoll runs on Linux on x86-64 and aarch64, but this is "
                    + Platform.description() + ". Run it there, or use another server here.");
        }
    }

    /** Linking to the C library has failed. */
    static UnsupportedPlatformException failed(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new UnsupportedPlatformException(
                "netpoll cannot call the C library (" + root.getMessage()
                        + "). Start java with --enable-native-access=ALL-UNNAMED (or =io.netpoll.core on the module path),"
                        + " or put 'Enable-Native-Access: ALL-UNNAMED' into the manifest of the application's jar; the C"
                        + " library must be glibc or one with the same functions.",
                failure);
    }
}
