package io.netpoll.net;

import java.nio.ByteBuffer;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/** The client of a TLS stream on a transport in memory. */
final class TlsPeer {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final FakeTransport transport;
    private final String protocol;
    private SSLEngine engine;

    TlsPeer(FakeTransport transport, String protocol) {
        this.transport = transport;
        this.protocol = protocol;
        this.engine = engine(TestKeys.context(null, TestKeys.SERVER));
    }

    static SSLContext server() {
        return TestKeys.context(TestKeys.SERVER, null);
    }

    private SSLEngine engine(SSLContext context) {
        SSLEngine created = context.createSSLEngine();
        created.setUseClientMode(true);
        created.setEnabledProtocols(new String[] {protocol});
        return created;
    }

    /** Trusts nobody from here on. */
    void distrust() {
        engine = engine(TestKeys.context(null, TestKeys.CLIENT));
    }

    /** Goes as far as it can; answers whether the handshake is over. */
    boolean step() throws SSLException {
        if (engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING
                && engine.getSession().isValid()) {
            return true;
        }
        engine.beginHandshake();
        while (true) {
            switch (engine.getHandshakeStatus()) {
                case NEED_WRAP -> wrap(NOTHING);
                case NEED_TASK -> {
                    for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                        task.run();
                    }
                }
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                    if (unwrap().bytesConsumed() == 0) {
                        return false;
                    }
                }
                case FINISHED, NOT_HANDSHAKING -> {
                    return true;
                }
            }
        }
    }

    /** Like {@link #step}; what fails is told the other side. */
    void stepOrAlert() throws SSLException {
        try {
            step();
        } catch (SSLException e) {
            wrap(NOTHING);
        }
    }

    void write(byte[] content) throws SSLException {
        ByteBuffer source = ByteBuffer.wrap(content);
        do {
            wrap(source);
        } while (source.hasRemaining());
    }

    private void wrap(ByteBuffer source) throws SSLException {
        ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(source, record);
        transport.deliver(record.flip());
    }

    private ByteBuffer content = ByteBuffer.allocate(1_000_000);

    private SSLEngineResult unwrap() throws SSLException {
        return engine.unwrap(transport.toPeer(), content);
    }

    /** All content that has come. */
    byte[] read() throws SSLException {
        while (transport.toPeer().hasRemaining() && !engine.isInboundDone() && unwrap().bytesConsumed() > 0) {}
        byte[] read = Arrays.copyOf(content.array(), content.position());
        content.clear();
        return read;
    }

    boolean isInboundDone() {
        return engine.isInboundDone();
    }

    /** Asks the other side for new keys too (RFC 8446 §4.6.3): the JDK does so when asked to begin again. */
    void updateKeys() throws SSLException {
        engine.beginHandshake();
        wrap(NOTHING);
    }

    /** Sends another ClientHello (TLS 1.2). */
    void renegotiate() throws SSLException {
        updateKeys();
    }

    void close() throws SSLException {
        engine.closeOutbound();
        wrap(NOTHING);
    }
}
