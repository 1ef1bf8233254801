package io.netpoll.sys;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** {@code <sys/stat.h>}: statx(2), whose layout is the same on every architecture, and chmod(2). */
public final class Stat {

    public static final int AT_FDCWD = -100;
    public static final int AT_SYMLINK_NOFOLLOW = 0x100;
    public static final int STATX_BASIC_STATS = 0x7ff;
    public static final int S_IFMT = 0xF000;
    public static final int S_IFSOCK = 0xC000;

    // struct statx {
    //     __u32 stx_mask; __u32 stx_blksize; __u64 stx_attributes; __u32 stx_nlink; __u32 stx_uid; __u32 stx_gid;
    //     __u16 stx_mode;
    //     __u64 stx_ino;
    //     …
    //     __u32 stx_dev_major;
    //     __u32 stx_dev_minor;
    //     …
    // };
    private static final long MODE = 28;
    private static final long INO = 32;
    private static final long DEV_MAJOR = 136;
    private static final long DEV_MINOR = 140;

    /** The size of {@code struct statx} in octets. */
    public static final long STATX_SIZE = 256;

    private static final MethodHandle STATX =
            Downcalls.function("statx", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle CHMOD = Downcalls.function("chmod", JAVA_INT, ADDRESS, JAVA_INT);

    /**
     * Which file a path led to.
     *
     * @param device the number of its device
     * @param inode its number there
     */
    public record FileId(long device, long inode) {}

    private Stat() {}

    /** statx(2): 0, or {@code -errno}. {@code pathname} ends with a zero octet. */
    public static int statx(
            CallState state, int dirfd, MemorySegment pathname, int flags, int mask, MemorySegment statxbuf) {
        try {
            return state.result((int) STATX.invokeExact(state.segment(), dirfd, pathname, flags, mask, statxbuf));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /** chmod(2): 0, or {@code -errno}. {@code pathname} ends with a zero octet. */
    public static int chmod(CallState state, MemorySegment pathname, int mode) {
        try {
            return state.result((int) CHMOD.invokeExact(state.segment(), pathname, mode));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /** Reads {@code stx_mode}: type and permissions. */
    public static int mode(MemorySegment statxbuf) {
        return Short.toUnsignedInt(statxbuf.get(JAVA_SHORT, MODE));
    }

    /** Reads which file it is. */
    public static FileId id(MemorySegment statxbuf) {
        long device = ((long) statxbuf.get(JAVA_INT, DEV_MAJOR) << 32) | statxbuf.get(JAVA_INT, DEV_MINOR);
        return new FileId(device, statxbuf.get(JAVA_LONG, INO));
    }
}
