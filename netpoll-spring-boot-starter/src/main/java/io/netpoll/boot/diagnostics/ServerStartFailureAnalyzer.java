package io.netpoll.boot.diagnostics;

import io.netpoll.boot.ServerStartException;
import io.netpoll.reactor.SystemCallException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says why a server could not start, when its port is not simply in use. */
class ServerStartFailureAnalyzer extends AbstractFailureAnalyzer<ServerStartException> {

    private static final int FIRST_UNPRIVILEGED_PORT = 1024;

    /** {@code EMFILE} and {@code ENFILE} of errno(3): the limit of this process, and that of the whole system. */
    private static final int PROCESS_LIMIT = 24;

    private static final int SYSTEM_LIMIT = 23;

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, ServerStartException cause) {
        BindException bindFailure = findCause(cause, BindException.class);
        if (bindFailure == null) {
            SystemCallException call = findCause(cause, SystemCallException.class);
            return call == null ? null : explainLimit(call, cause);
        }
        String reason = String.valueOf(bindFailure.getMessage());
        return switch (cause.getAddress()) {
            case InetSocketAddress inet -> explain(reason.toLowerCase(Locale.ROOT), inet, cause);
            default -> explainPath(reason, cause);
        };
    }

    private static @Nullable FailureAnalysis explain(
            String reason, InetSocketAddress address, ServerStartException cause) {
        if (reason.contains("permission denied")) {
            return permissionDenied(address.getPort(), cause);
        }
        if (reason.contains("cannot assign requested address")) {
            return addressNotAvailable(address, cause);
        }
        return null;
    }

    /** Every loop needs two descriptors, every address that is listened on one more. */
    private static @Nullable FailureAnalysis explainLimit(SystemCallException call, ServerStartException cause) {
        return switch (call.errno()) {
            case PROCESS_LIMIT ->
                new FailureAnalysis(
                        "netpoll could not open what it needs to start: this process has as many open files and sockets as"
                                + " it may have (" + call.getMessage() + ").",
                        "Raise the limit where the process is started: 'ulimit -n' in a shell, LimitNOFILE in a unit of"
                                + " systemd, --ulimit nofile for a container. It has to leave room for"
                                + " 'netpoll.server.max-connections'. If it is high already, look for what the"
                                + " application leaves open: ls -l /proc/<pid>/fd.",
                        cause);
            case SYSTEM_LIMIT ->
                new FailureAnalysis(
                        "netpoll could not open what it needs to start: all processes of this machine together have as many"
                                + " open files as there may be (" + call.getMessage() + ").",
                        "Find out which process has so many open (the first number in /proc/sys/fs/file-nr is how many"
                                + " there are), or raise fs.file-max.",
                        cause);
            default -> null;
        };
    }

    private static FailureAnalysis explainPath(String reason, ServerStartException cause) {
        return new FailureAnalysis(
                "netpoll cannot listen at the path " + cause.getAddress() + ": " + reason,
                "Stop what listens there or remove its file, or set 'netpoll.server.listeners[..].path' to a path in a"
                        + " directory that this process may write to.",
                cause);
    }

    private static FailureAnalysis permissionDenied(int port, ServerStartException cause) {
        String action = port < FIRST_UNPRIVILEGED_PORT
                ? "Set the port to " + FIRST_UNPRIVILEGED_PORT
                        + " or above ('server.port', or 'netpoll.server.listeners[..].port'), or allow this process the"
                        + " port: give it the capability CAP_NET_BIND_SERVICE (AmbientCapabilities in a unit of systemd),"
                        + " or lower the sysctl net.ipv4.ip_unprivileged_port_start. systemd can also open the port and pass"
                        + " it ('netpoll.server.listeners[..].descriptor'). authbind has no effect: netpoll calls the C"
                        + " library itself, past the bind(2) that authbind preloads."
                : "Use another port, or find out what denies this one (SELinux, a container's policy).";
        return new FailureAnalysis(
                "netpoll may not listen on port " + port + ": the operating system denied permission.", action, cause);
    }

    private static FailureAnalysis addressNotAvailable(InetSocketAddress address, ServerStartException cause) {
        return new FailureAnalysis(
                "netpoll cannot listen on " + address.getAddress().getHostAddress()
                        + ": this machine has no such address.",
                "Set 'server.address' (or 'netpoll.server.listeners[..].address') to an address of this machine, or remove"
                        + " it to listen on all of them.",
                cause);
    }
}
