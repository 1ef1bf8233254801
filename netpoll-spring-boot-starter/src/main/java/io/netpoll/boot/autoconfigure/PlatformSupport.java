package io.netpoll.boot.autoconfigure;

import io.netpoll.server.HttpServer;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether netpoll can run in this process, as far as that can be told without native code: a C library without the functions
 * that are needed shows only when the server starts.
 *
 * @param osName the system property {@code os.name}
 * @param osArch the system property {@code os.arch}
 * @param nativeAccessDenied whether the JVM would refuse a call of native code
 */
record PlatformSupport(String osName, String osArch, boolean nativeAccessDenied) {

    private static final Set<String> ARCHITECTURES = Set.of("amd64", "x86_64", "aarch64");
    private static final String DENY = "--illegal-native-access=deny";

    /** This process. */
    static PlatformSupport current() {
        return new PlatformSupport(
                System.getProperty("os.name", ""),
                System.getProperty("os.arch", ""),
                isNativeAccessDenied(
                        ManagementFactory.getRuntimeMXBean().getInputArguments(),
                        HttpServer.class.getModule().isNativeAccessEnabled()));
    }

    /** Without {@code deny} the JVM allows what was not enabled, with a warning. */
    static boolean isNativeAccessDenied(List<String> jvmArguments, boolean enabled) {
        return !enabled && jvmArguments.contains(DENY);
    }

    /** What stands in the way; empty if nothing is known to. */
    Optional<String> obstacle() {
        if (!osName.equals("Linux")) {
            return Optional.of("the operating system is " + osName + ", not Linux");
        }
        if (!ARCHITECTURES.contains(osArch)) {
            return Optional.of("the architecture is " + osArch + ", neither x86-64 nor aarch64");
        }
        if (nativeAccessDenied) {
            return Optional.of(
                    "the JVM denies native access (" + DENY + " without --enable-native-access=ALL-UNNAMED)");
        }
        return Optional.empty();
    }
}
