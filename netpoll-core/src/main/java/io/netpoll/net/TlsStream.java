package io.netpoll.net;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * TLS on another stream, by the JDK's engine. The handshake is the loop's, but for what the engine delegates, such as
 * signatures: that runs on helper threads. Afterwards reads and writes are their owners'.
 *
 * <pre>
 *   HELLO ──ClientHello──▶ HANDSHAKE ──▶ OPEN ──shutdownOutput──▶ BELOW
 *     │                        └─────────failure──────────────────▲
 *     └──plain text, or nothing at all────────────────────────────┘
 * </pre>
 *
 * <p>BELOW octets pass unchanged: an answer in plain text to a client that spoke plain text, and what a client still sends
 * when everything has been said. A header that stands before TLS is {@link ProxiedStream}'s to take off.
 */
final class TlsStream implements Stream {

    private enum State {
        /** What has come does not say yet which engine is needed. */
        HELLO,
        /** The engine and its peer agree on keys. */
        HANDSHAKE,
        /** Content is exchanged. */
        OPEN,
        /** TLS is over, or was never begun. */
        BELOW
    }

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Stream transport;
    private final TlsContexts contexts;
    private final List<String> applicationProtocols;
    private final Executor helpers;
    private final TlsInput input;
    private final TlsOutput output;
    private volatile Runnable onProgress = () -> {};
    private @Nullable SSLEngine engine;
    private volatile State state = State.HELLO;

    /** A helper is inside the engine, which locks others out meanwhile. */
    private volatile boolean delegated;

    private volatile @Nullable SSLSession session;

    TlsStream(
            Stream transport,
            TlsContexts contexts,
            List<String> applicationProtocols,
            RecordBuffers buffers,
            Executor helpers) {
        this.transport = transport;
        this.contexts = contexts;
        this.applicationProtocols = applicationProtocols;
        this.helpers = helpers;
        this.output = new TlsOutput(transport, buffers);
        this.input = new TlsInput(transport, buffers, output);
    }

    @Override
    public void onProgress(Runnable task) {
        onProgress = task;
        output.onProgress(task);
    }

    // The handshake.

    @Override
    public Preliminary preliminary() {
        return switch (state) {
            case HELLO, HANDSHAKE -> Preliminary.TLS_HANDSHAKE;
            case OPEN, BELOW -> Preliminary.NONE;
        };
    }

    @Override
    public boolean handshake() throws IOException {
        try {
            return switch (state) {
                case HELLO -> hello();
                case HANDSHAKE -> !delegated && shakeHands();
                case OPEN, BELOW -> true;
            };
        } catch (HandshakeException e) {
            throw e;
        } catch (SSLException e) {
            throw failed(HandshakeFailure.of(e), "The TLS handshake failed: " + e.getMessage(), e);
        } catch (PeerGoneException e) {
            throw failed(HandshakeFailure.CLOSED, "The client reset the connection during the TLS handshake", e);
        }
    }

    private boolean hello() throws IOException {
        ClientHello hello = input.hello();
        while (hello.kind() == ClientHello.Kind.INCOMPLETE) {
            int received = input.receive();
            if (received == WOULD_BLOCK) {
                return false;
            }
            if (received == EOF) {
                return endOfHello();
            }
            hello = input.hello();
        }
        if (hello.kind() == ClientHello.Kind.PLAINTEXT) {
            throw failed(HandshakeFailure.PLAINTEXT, "The client does not speak TLS", null);
        }
        SSLEngine chosen = contexts.choose(hello.serverName()).newEngine(applicationProtocols);
        engine = chosen;
        input.engine(chosen);
        output.engine(chosen);
        chosen.beginHandshake();
        state = State.HANDSHAKE;
        return shakeHands();
    }

    /** A connection that is closed before a single octet came is nothing to complain of: a load balancer has looked. */
    private boolean endOfHello() throws HandshakeException {
        if (input.isEmpty()) {
            state = State.BELOW;
            return true;
        }
        throw failed(HandshakeFailure.CLOSED, "The client closed the connection during the TLS handshake", null);
    }

    private boolean shakeHands() throws IOException {
        SSLEngine current = Objects.requireNonNull(engine);
        while (output.send(false)) {
            switch (current.getHandshakeStatus()) {
                case NEED_WRAP -> output.wrap(NOTHING);
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                    int read = input.readHandshake();
                    if (read == WOULD_BLOCK) {
                        return false;
                    }
                    if (read == EOF) {
                        throw failed(
                                HandshakeFailure.CLOSED,
                                "The client closed the connection during the TLS handshake",
                                null);
                    }
                }
                case NEED_TASK -> {
                    delegate(current);
                    return false;
                }
                case FINISHED, NOT_HANDSHAKING -> {
                    session = current.getSession();
                    state = State.OPEN;
                    return true;
                }
            }
        }
        return false;
    }

    /** Has a helper do what would hold the loop up; a system without a thread left costs this connection, not the loop. */
    private void delegate(SSLEngine current) throws SSLException {
        delegated = true;
        try {
            helpers.execute(() -> runTasks(current));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            delegated = false;
            throw new SSLException("There is no thread for the handshake", e);
        }
    }

    private void runTasks(SSLEngine current) {
        try {
            for (Runnable task = current.getDelegatedTask(); task != null; task = current.getDelegatedTask()) {
                task.run();
            }
        } finally {
            delegated = false;
            onProgress.run();
        }
    }

    private HandshakeException failed(HandshakeFailure reason, String message, @Nullable Throwable cause) {
        output.sendLastWords();
        letGo();
        return new HandshakeException(reason, message, cause);
    }

    /** A helper may be inside the engine even now, but never in the buffers. */
    private void letGo() {
        state = State.BELOW;
        input.letGo();
        output.letGo();
    }

    // Content.

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (state != State.OPEN) {
            return transport.read(target, offset, length);
        }
        try {
            return input.read(target, offset, length);
        } catch (SSLException e) {
            sendAlert(e);
            throw e;
        }
    }

    private void sendAlert(SSLException failure) {
        try {
            output.answer();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public int write(byte[] source, int offset, int length, boolean more) throws IOException {
        return state == State.OPEN
                ? output.write(source, offset, length, more)
                : transport.write(source, offset, length, more);
    }

    @Override
    public int transfer(FileRegion region) throws IOException {
        return state == State.OPEN ? output.transfer(region) : transport.transfer(region);
    }

    @Override
    public Readiness input() {
        return transport.input();
    }

    @Override
    public Readiness output() {
        return transport.output();
    }

    @Override
    public boolean isTruncated() {
        return input.isTruncated();
    }

    @Override
    public boolean isSecure() {
        return true;
    }

    @Override
    public @Nullable SSLSession tlsSession() {
        return session;
    }

    // The end.

    @Override
    public void shutdownOutput() {
        sayGoodbye();
        transport.shutdownOutput();
    }

    @Override
    public void abort() {
        transport.abort();
    }

    @Override
    public void close() {
        sayGoodbye();
        transport.close();
    }

    @Override
    public void reset() {
        letGo();
        transport.reset();
    }

    /** Without close_notify the peer could not tell this end from one that somebody else brings about (RFC 8446 §6.1). */
    private void sayGoodbye() {
        SSLEngine current = engine;
        if (state == State.OPEN && current != null) {
            current.closeOutbound();
            output.sendLastWords();
        }
        letGo();
    }

    @Override
    public SocketAddress remoteAddress() {
        return transport.remoteAddress();
    }

    @Override
    public SocketAddress localAddress() {
        return transport.localAddress();
    }

    @Override
    public int fd() {
        return transport.fd();
    }
}
