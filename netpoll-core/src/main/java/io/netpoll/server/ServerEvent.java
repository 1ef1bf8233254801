package io.netpoll.server;

import io.netpoll.net.ProxyHeaderFailure;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** Something that happened to a server. */
public sealed interface ServerEvent {

    /** How much it matters to whoever runs the server. */
    enum Severity {
        /** Everyday: clients come and go. */
        DEBUG,
        /** Good to know. */
        INFO,
        /** Somebody should look at it. */
        WARN,
        /** Something does not work. */
        ERROR
    }

    /** How much it matters. */
    Severity severity();

    /** One English sentence. */
    String message();

    /** What was thrown, if anything. */
    default @Nullable Throwable cause() {
        return null;
    }

    /**
     * A request was refused because its client broke the protocol or was too slow.
     *
     * @param client who sent it
     * @param reason names the violation: one of a fixed set
     * @param status what the client was told, unless it had an answer before
     * @param clause the clause that was violated
     */
    record RequestRejected(SocketAddress client, String reason, int status, String clause) implements ServerEvent {
        @Override
        public Severity severity() {
            return Severity.DEBUG;
        }

        @Override
        public String message() {
            return "Rejected a request of " + client + " with status " + status + ": " + reason + " (" + clause + ")";
        }
    }

    /**
     * A TLS handshake failed; what there was to tell the client, it was told by an alert.
     *
     * @param client who wanted to connect
     * @param reason why: one of a fixed set
     * @param detail what the engine said, or {@code null}
     */
    record HandshakeFailed(
            SocketAddress client, String reason, @Nullable String detail) implements ServerEvent {
        @Override
        public Severity severity() {
            return Severity.DEBUG;
        }

        @Override
        public String message() {
            return "The TLS handshake with " + client + " failed: " + reason
                    + (detail == null ? "" : " (" + detail + ")");
        }
    }

    /**
     * A connection was reset because it did not begin with the header of the PROXY protocol that it has to begin with.
     *
     * @param peer who had connected
     * @param reason why
     */
    record ProxyHeaderRefused(SocketAddress peer, ProxyHeaderFailure reason) implements ServerEvent {

        /** Whoever may send a header is ours, and so is the list that says who may. */
        @Override
        public Severity severity() {
            return switch (reason) {
                case CLOSED, TIMEOUT -> Severity.DEBUG;
                default -> Severity.WARN;
            };
        }

        @Override
        public String message() {
            return "Reset a connection of " + peer + ": " + reason.text() + " (" + reason.name() + ")";
        }
    }

    /**
     * A handler threw.
     *
     * @param method the request's method
     * @param path the request's path, not decoded
     * @param failure what it threw
     * @param committed whether the client had the response's head already, so that the connection had to be reset
     */
    record HandlerFailed(String method, String path, Throwable failure, boolean committed) implements ServerEvent {
        @Override
        public Severity severity() {
            return Severity.ERROR;
        }

        @Override
        public String message() {
            return "The handler of " + method + " " + path + " failed"
                    + (committed ? " after its response had begun; the connection was reset" : "");
        }

        @Override
        public Throwable cause() {
            return failure;
        }
    }

    /**
     * There was no thread to run a handler on: the request was answered with 503 (Service Unavailable), or its connection
     * reset if it was under way.
     *
     * @param failure what the executor threw
     */
    record HandlerRefused(Throwable failure) implements ServerEvent {
        @Override
        public Severity severity() {
            return Severity.WARN;
        }

        @Override
        public String message() {
            return "A request was refused because there is no thread for its handler";
        }

        @Override
        public Throwable cause() {
            return failure;
        }
    }

    /**
     * A connection ended with an error that is not its peer's doing.
     *
     * @param client the peer
     * @param failure the error
     */
    record ConnectionFailed(SocketAddress client, Throwable failure) implements ServerEvent {
        @Override
        public Severity severity() {
            return Severity.WARN;
        }

        @Override
        public String message() {
            return "The connection of " + client + " failed";
        }

        @Override
        public Throwable cause() {
            return failure;
        }
    }

    /**
     * There are as many connections as there may be.
     *
     * @param max how many
     * @param refused whether further ones are answered with 503; otherwise they wait in the backlog
     */
    record ConnectionLimitReached(int max, boolean refused) implements ServerEvent {
        @Override
        public Severity severity() {
            return Severity.WARN;
        }

        @Override
        public String message() {
            return "There are " + max + " connections, the most there may be; further ones "
                    + (refused ? "are answered with 503" : "wait in the backlog");
        }
    }

    /** Connections wait in the backlog because the process, or the machine, has no descriptors left. */
    record AcceptExhausted() implements ServerEvent {
        @Override
        public Severity severity() {
            return Severity.WARN;
        }

        @Override
        public String message() {
            return "Connections wait because there are no file descriptors left; raise the limit (ulimit -n)";
        }
    }

    /**
     * Something that a loop had to do, and that belongs to no connection, has failed; the loop goes on.
     *
     * @param loop which one, from 0
     * @param failure what was thrown
     */
    record CallbackFailed(int loop, Exception failure) implements ServerEvent {
        @Override
        public Severity severity() {
            return Severity.ERROR;
        }

        @Override
        public String message() {
            return "A task of event loop " + loop + " has failed";
        }

        @Override
        public Throwable cause() {
            return failure;
        }
    }

    /**
     * A loop has ended with an error; the server accepts nothing any more.
     *
     * @param loop which one, from 0
     * @param failure the error
     */
    record LoopFailed(int loop, Throwable failure) implements ServerEvent {
        @Override
        public Severity severity() {
            return Severity.ERROR;
        }

        @Override
        public String message() {
            return "Event loop " + loop + " has ended with an error; the server no longer accepts connections";
        }

        @Override
        public Throwable cause() {
            return failure;
        }
    }

    /**
     * Events were dropped because the listener was slower than they came.
     *
     * @param count how many
     */
    record EventsDropped(long count) implements ServerEvent {
        @Override
        public Severity severity() {
            return Severity.WARN;
        }

        @Override
        public String message() {
            return count + " events were dropped because they came faster than they could be told";
        }
    }
}
