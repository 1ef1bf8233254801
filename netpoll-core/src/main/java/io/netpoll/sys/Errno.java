package io.netpoll.sys;

import java.util.Map;

/** Error numbers of {@code <errno.h>} that decide something here; the same on every architecture we run on. */
public final class Errno {

    public static final int EPERM = 1;
    public static final int ENOENT = 2;
    public static final int EINTR = 4;
    public static final int EBADF = 9;
    public static final int EAGAIN = 11;
    public static final int ENOMEM = 12;
    public static final int EACCES = 13;
    public static final int EEXIST = 17;
    public static final int ENOTDIR = 20;
    public static final int EINVAL = 22;
    public static final int ENFILE = 23;
    public static final int EMFILE = 24;
    public static final int EROFS = 30;
    public static final int EPIPE = 32;
    public static final int ENAMETOOLONG = 36;
    public static final int EPROTO = 71;
    public static final int ENOTSOCK = 88;
    public static final int EAFNOSUPPORT = 97;
    public static final int EADDRINUSE = 98;
    public static final int EADDRNOTAVAIL = 99;
    public static final int ECONNABORTED = 103;
    public static final int ECONNRESET = 104;
    public static final int ENOBUFS = 105;
    public static final int ENOTCONN = 107;
    public static final int ETIMEDOUT = 110;
    public static final int ECONNREFUSED = 111;
    public static final int EHOSTUNREACH = 113;

    private static final Map<Integer, String> TEXTS = Map.ofEntries(
            Map.entry(EPERM, "Operation not permitted"),
            Map.entry(ENOENT, "No such file or directory"),
            Map.entry(EINTR, "Interrupted system call"),
            Map.entry(EBADF, "Bad file descriptor"),
            Map.entry(EAGAIN, "Resource temporarily unavailable"),
            Map.entry(ENOMEM, "Cannot allocate memory"),
            Map.entry(EACCES, "Permission denied"),
            Map.entry(EEXIST, "File exists"),
            Map.entry(ENOTDIR, "Not a directory"),
            Map.entry(EINVAL, "Invalid argument"),
            Map.entry(ENFILE, "Too many open files in system"),
            Map.entry(EMFILE, "Too many open files"),
            Map.entry(EROFS, "Read-only file system"),
            Map.entry(EPIPE, "Broken pipe"),
            Map.entry(ENAMETOOLONG, "File name too long"),
            Map.entry(EPROTO, "Protocol error"),
            Map.entry(ENOTSOCK, "Socket operation on non-socket"),
            Map.entry(EAFNOSUPPORT, "Address family not supported by protocol"),
            Map.entry(EADDRINUSE, "Address already in use"),
            Map.entry(EADDRNOTAVAIL, "Cannot assign requested address"),
            Map.entry(ECONNABORTED, "Software caused connection abort"),
            Map.entry(ECONNRESET, "Connection reset by peer"),
            Map.entry(ENOBUFS, "No buffer space available"),
            Map.entry(ENOTCONN, "Transport endpoint is not connected"),
            Map.entry(ETIMEDOUT, "Connection timed out"),
            Map.entry(ECONNREFUSED, "Connection refused"),
            Map.entry(EHOSTUNREACH, "No route to host"));

    private Errno() {}

    /** The English text of an error number, as strerror(3) has it in the C locale, or its number. */
    public static String text(int errno) {
        return TEXTS.getOrDefault(errno, "errno " + errno);
    }
}
