package io.netpoll.net;

import java.io.IOException;
import java.net.SocketAddress;
import java.util.function.Supplier;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * A stream that begins with a header of the PROXY protocol, and whose addresses are those that the header names. The header is
 * taken off the transport to its last octet and not one further, so that nothing of what follows it, of TLS or of HTTP, is
 * ever kept here: afterwards every call goes through to what is on the transport.
 */
final class ProxiedStream implements Stream {

    /** What one read brings at most: a header fits into it, unless it has uncommonly many vectors. */
    private static final int MAX_READ = 512;

    private final ProxiedStreams family;
    private final Stream transport;
    private final Stream content;
    private final boolean trusted;

    /** Until the header has been read. */
    private @Nullable ProxyHeaderDecoder decoder = new ProxyHeaderDecoder();

    /** As in {@link ProxyHeader}, whose own object is not kept: every idle connection would have one. */
    private volatile @Nullable Supplier<SocketAddress> source;

    private volatile @Nullable Supplier<SocketAddress> destination;

    /**
     * A stream that waits for its header.
     *
     * @param family knows what its streams have in common
     * @param content what is on the transport behind the header: TLS, or the transport itself
     * @param trusted whether the peer may say who has connected
     */
    ProxiedStream(ProxiedStreams family, Stream transport, Stream content, boolean trusted) {
        this.family = family;
        this.transport = transport;
        this.content = content;
        this.trusted = trusted;
    }

    @Override
    public Preliminary preliminary() {
        return decoder == null ? content.preliminary() : Preliminary.PROXY_HEADER;
    }

    @Override
    public boolean handshake() throws IOException {
        ProxyHeaderDecoder reading = decoder;
        if (reading != null) {
            if (!trusted) {
                throw new ProxyHeaderException(ProxyHeaderFailure.UNTRUSTED_PEER);
            }
            if (!readHeader(reading)) {
                return false;
            }
            decoder = null;
        }
        return content.handshake();
    }

    /** Answers whether there is no more to wait for: the header has come, or the end before its first octet. */
    private boolean readHeader(ProxyHeaderDecoder reading) throws IOException {
        byte[] buffer = new byte[MAX_READ];
        while (reading.wanted() > 0) {
            int read = read(reading, buffer, Math.min(reading.wanted(), MAX_READ));
            if (read == WOULD_BLOCK) {
                return false;
            }
            if (read == EOF) {
                return endOfHeader(reading);
            }
            reading.decode(buffer, 0, read);
        }
        ProxyHeader header = reading.header();
        destination = family.common(header.destination());
        source = header.source();
        return true;
    }

    private int read(ProxyHeaderDecoder reading, byte[] buffer, int wanted) throws IOException {
        try {
            return transport.read(buffer, 0, wanted);
        } catch (PeerGoneException e) {
            throw reading.isBegun() ? new ProxyHeaderException(ProxyHeaderFailure.CLOSED) : e;
        }
    }

    /** A connection that is closed before a single octet came is nothing to complain of: a load balancer has looked. */
    private static boolean endOfHeader(ProxyHeaderDecoder reading) throws ProxyHeaderException {
        if (reading.isBegun()) {
            throw new ProxyHeaderException(ProxyHeaderFailure.CLOSED);
        }
        return true;
    }

    @Override
    public SocketAddress remoteAddress() {
        Supplier<SocketAddress> named = source;
        return named == null ? transport.remoteAddress() : named.get();
    }

    @Override
    public SocketAddress localAddress() {
        Supplier<SocketAddress> named = destination;
        return named == null ? transport.localAddress() : named.get();
    }

    @Override
    public Stream direct() {
        return transport;
    }

    // What goes through.

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        return content.read(target, offset, length);
    }

    @Override
    public int write(byte[] source, int offset, int length, boolean more) throws IOException {
        return content.write(source, offset, length, more);
    }

    @Override
    public int transfer(FileRegion region) throws IOException {
        return content.transfer(region);
    }

    @Override
    public void onProgress(Runnable task) {
        content.onProgress(task);
    }

    @Override
    public @Nullable SSLSession tlsSession() {
        return content.tlsSession();
    }

    @Override
    public boolean isSecure() {
        return content.isSecure();
    }

    @Override
    public boolean isTruncated() {
        return content.isTruncated();
    }

    @Override
    public Readiness input() {
        return content.input();
    }

    @Override
    public Readiness output() {
        return content.output();
    }

    @Override
    public void shutdownOutput() {
        content.shutdownOutput();
    }

    @Override
    public void abort() {
        content.abort();
    }

    @Override
    public void close() {
        content.close();
    }

    @Override
    public void reset() {
        content.reset();
    }

    @Override
    public int fd() {
        return content.fd();
    }
}
