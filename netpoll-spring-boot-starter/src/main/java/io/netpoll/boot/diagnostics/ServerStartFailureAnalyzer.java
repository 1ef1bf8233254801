package io.netpoll.boot.diagnostics;

import io.netpoll.boot.ServerStartException;
import java.net.BindException;
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
        String reason = String.valueOf(bindFailure.getMessage()).toLowerCase(Locale.ROOT);
        if (reason.contains("permission denied")) {
            return permissionDenied(cause);
        }
        if (reason.contains("cannot assign requested address")) {
            return addressNotAvailable(cause);
        }
        return null;
    }

    private static FailureAnalysis permissionDenied(ServerStartException cause) {
        int port = cause.getAddress().getPort();
        String action = port < FIRST_UNPRIVILEGED_PORT
                ? "Set 'server.port' to " + FIRST_UNPRIVILEGED_PORT
                        + " or above, or allow this process the port: give it the"
                        + " capability CAP_NET_BIND_SERVICE, or lower net.ipv4.ip_unprivileged_port_start."
                : "Set 'server.port' to another port, or find out what denies this one (SELinux, a container's policy).";
        return new FailureAnalysis(
                "netpoll may not listen on port " + port + ": the operating system denied permission.", action, cause);
    }

    private static FailureAnalysis addressNotAvailable(ServerStartException cause) {
        String address = cause.getAddress().getAddress().getHostAddress();
        return new FailureAnalysis(
                "netpoll cannot listen on " + address + ": this machine has no such address.",
                "Set 'server.address' to an address of this machine, or remove it to listen on all of them.",
                cause);
    }
}
