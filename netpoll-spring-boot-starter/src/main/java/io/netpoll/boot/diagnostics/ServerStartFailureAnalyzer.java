package io.netpoll.boot.diagnostics;

import io.netpoll.boot.ServerStartException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says why an address could not be listened on, when it is not in use. */
class ServerStartFailureAnalyzer extends AbstractFailureAnalyzer<ServerStartException> {

    private static final int FIRST_UNPRIVILEGED_PORT = 1024;

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, ServerStartException cause) {
        BindException bindFailure = findCause(cause, BindException.class);
        if (bindFailure == null) {
            return null;
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
                        + " port: give it the capability CAP_NET_BIND_SERVICE, or lower"
                        + " net.ipv4.ip_unprivileged_port_start."
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
