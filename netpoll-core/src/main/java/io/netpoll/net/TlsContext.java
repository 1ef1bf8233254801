package io.netpoll.net;

import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/**
 * How the server's side of TLS is done: keys and trust, and what may be agreed on. Immutable; one may serve any number of
 * connections and threads.
 *
 * @param context keys, trust and the cache of sessions
 * @param clientAuthentication whether clients have to show a certificate
 * @param protocols what may be spoken, such as {@code TLSv1.3}; empty for what the JDK enables
 * @param cipherSuites the suites that may be agreed on, the best first; empty for those the JDK enables
 */
public record TlsContext(
        SSLContext context,
        ClientAuthentication clientAuthentication,
        List<String> protocols,
        List<String> cipherSuites) {

    /**
     * Checks every name.
     *
     * @throws IllegalArgumentException if the context knows no protocol or suite of a name
     */
    public TlsContext {
        protocols = List.copyOf(protocols);
        cipherSuites = List.copyOf(cipherSuites);
        SSLEngine engine = context.createSSLEngine();
        engine.setEnabledProtocols(chosen(protocols, engine.getEnabledProtocols()));
        engine.setEnabledCipherSuites(chosen(cipherSuites, engine.getEnabledCipherSuites()));
    }

    /** Keys and trust with what the JDK enables, and clients that are not asked for a certificate. */
    public static TlsContext of(SSLContext context) {
        return new TlsContext(context, ClientAuthentication.NONE, List.of(), List.of());
    }

    /** The server's side of one connection; its order of suites decides, not the client's. */
    SSLEngine newEngine(List<String> applicationProtocols) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(chosen(protocols, parameters.getProtocols()));
        parameters.setCipherSuites(chosen(cipherSuites, parameters.getCipherSuites()));
        parameters.setUseCipherSuitesOrder(true);
        parameters.setApplicationProtocols(applicationProtocols.toArray(String[]::new));
        switch (clientAuthentication) {
            case NONE -> parameters.setNeedClientAuth(false);
            case WANT -> parameters.setWantClientAuth(true);
            case NEED -> parameters.setNeedClientAuth(true);
        }
        engine.setSSLParameters(parameters);
        return engine;
    }

    private static String[] chosen(List<String> wanted, String[] otherwise) {
        return wanted.isEmpty() ? otherwise : wanted.toArray(String[]::new);
    }
}
