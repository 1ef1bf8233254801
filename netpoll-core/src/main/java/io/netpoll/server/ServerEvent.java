package io.netpoll.server;

import io.netpoll.net.ProxyHeaderFailure;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
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
     * The server was to run in {@link HandlerMode#LOOP} and runs in {@link HandlerMode#VIRTUAL}.
     *
     * @param reason why, and what to do
     */
    record LoopModeUnavailable(String reason) implements ServerEvent {
        @Override
        public Severity severity() {
            return Severity.WARN;
        }

        @Override
        public String message() {
            return "Handler mode 'loop' is not possible, the mode is 'virtual': " + reason;
        }
    }

    /**
     * A handler has kept the thread of its event loop for too long.
     *
     * @param reactor the loop's number
     * @param limit how long it may
     * @param moved whether the loop goes on with another thread; if not, there are too many such handlers, or the
     *     system has no thread left, and it waits
     * @param position where the handler was, innermost call first; may be empty
     */
    record LoopHeldUp(int reactor, Duration limit, boolean moved, List<StackTraceElement> position)
            implements ServerEvent {

        /** Takes a copy of the position. */
        public LoopHeldUp {
            position = List.copyOf(position);
        }

        @Override
        public Severity severity() {
            return Severity.WARN;
        }

        @Override
        public String message() {
            return "A handler has kept event loop " + reactor + " for more than " + limit.toMillis() + " ms"
                    + (moved ? "; the loop goes on with another thread" : ", which waits: no other thread can be had");
        }

        @Override
        public Throwable cause() {
            return Whereabouts.of("The handler was here", position);
        }
    }

    /**
     * Something that an event loop called itself has kept it for too long: a handler that says it does not block, or what one
     * left to be done. It cannot be moved to another thread; all connections of the loop have waited. Told once a second at
     * most for each loop.
     *
     * @param reactor the loop's number
     * @param limit how long it may
     * @param position where the loop's thread was, innermost call first; empty if it had gone on meanwhile
     */
    record LoopStalled(int reactor, Duration limit, List<StackTraceElement> position) implements ServerEvent {

        /** Takes a copy of the position. */
        public LoopStalled {
            position = List.copyOf(position);
        }

        @Override
        public Severity severity() {
            return Severity.WARN;
        }

        @Override
        public String message() {
            return "Event loop " + reactor + " has been in one call for more than " + limit.toMillis()
                    + " ms; its connections wait";
        }

        @Override
        public Throwable cause() {
            return Whereabouts.of("The loop was here", position);
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
     * The shutdown has entered its next phase.
     *
     * @param state which one
     * @param open how many exchanges are open
     */
    record ShutdownAdvanced(ShutdownState state, int open) implements ServerEvent {
        @Override
        public Severity severity() {
            return switch (state) {
                case ANNOUNCING -> Severity.INFO;
                case ENDING_STREAMS -> open == 0 ? Severity.DEBUG : Severity.INFO;
                case ABORTING -> open == 0 ? Severity.DEBUG : Severity.WARN;
                case SERVING, DRAINING, STOPPED -> Severity.DEBUG;
            };
        }

        @Override
        public String message() {
            String what =
                    switch (state) {
                        case SERVING -> "not begun";
                        case ANNOUNCING -> "connections are still accepted, and closed with their next answer";
                        case DRAINING -> "connections are refused";
                        case ENDING_STREAMS -> "event streams are told to end";
                        case ABORTING -> "the time is over, what is open is aborted";
                        case STOPPED -> "the server is closed";
                    };
            return "Shutdown: " + what + "; open requests: " + open;
        }
    }

    /**
     * A shutdown still waits for requests.
     *
     * @param since for how long it has waited
     * @param open how many requests there are
     * @param oldest some of them, the oldest first
     */
    record ShutdownWaits(Duration since, int open, List<OpenRequest> oldest) implements ServerEvent {

        /** Copies the list. */
        public ShutdownWaits {
            oldest = List.copyOf(oldest);
        }

        @Override
        public Severity severity() {
            return Severity.INFO;
        }

        @Override
        public String message() {
            String named = oldest.stream().map(OpenRequest::toString).collect(Collectors.joining(", "));
            int others = open - oldest.size();
            return "The shutdown has waited " + OpenRequest.seconds(since) + " for " + open
                    + (open == 1 ? " request: " : " requests: ") + named
                    + (others > 0 ? " and " + others + " more" : "");
        }
    }

    /**
     * A request that is waited for.
     *
     * @param method its method
     * @param path its path, not decoded, without the query
     * @param age the time since its head was complete
     * @param isStream whether its response has no end
     * @param thread the name and number of the thread inside its handler, or {@code null} if there is none
     */
    record OpenRequest(
            String method,
            String path,
            Duration age,
            boolean isStream,
            @Nullable String thread) {

        /** So much of a path is written: a client chooses it. */
        private static final int MAX_PATH = 200;

        private static final int MILLIS_PER_SECOND = 1_000;

        private static String seconds(Duration duration) {
            return duration.toMillis() < MILLIS_PER_SECOND ? duration.toMillis() + " ms" : duration.toSeconds() + " s";
        }

        @Override
        public String toString() {
            String shown = path.length() > MAX_PATH ? path.substring(0, MAX_PATH) + "…" : path;
            String inside = thread == null ? "no thread inside" : "thread " + thread;
            return method + " " + shown + " (" + seconds(age) + ", " + (isStream ? "event stream, " : "") + inside
                    + ")";
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
