package io.netpoll.sys;

/** What machine this is. */
public final class Platform {

    private static final String OS = System.getProperty("os.name", "");
    private static final String ARCH = System.getProperty("os.arch", "");

    private Platform() {}

    /** Whether the kernel is Linux. */
    public static boolean isLinux() {
        return OS.equals("Linux");
    }

    /** Whether this is x86-64, where {@code struct epoll_event} is packed. */
    public static boolean isX86() {
        return ARCH.equals("amd64") || ARCH.equals("x86_64");
    }

    /** Whether this is 64-bit ARM. */
    public static boolean isArm() {
        return ARCH.equals("aarch64");
    }

    /** Operating system and architecture as the JVM names them. */
    public static String description() {
        return OS + " on " + ARCH;
    }
}
