package io.netpoll.boot.diagnostics;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Says which property is wrong where a server has no key to speak TLS with. Spring Boot throws a plain exception for each, so
 * they are known by their words; words that change make this say nothing.
 */
class TlsKeyFailureAnalyzer extends AbstractFailureAnalyzer<IllegalStateException> {

    private static final String NO_SUCH_ALIAS = "Keystore does not contain alias";
    private static final String NO_KEY = "SSL is enabled but no trust material is configured";

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, IllegalStateException cause) {
        for (Throwable failure = cause; failure != null; failure = failure.getCause()) {
            String message = String.valueOf(failure.getMessage());
            if (failure instanceof IllegalStateException && message.contains(NO_SUCH_ALIAS)) {
                return new FailureAnalysis(
                        "The server cannot speak TLS: " + message + ".",
                        "Correct 'server.ssl.key-alias' ('management.server.ssl.key-alias',"
                                + " 'spring.ssl.bundle.….key.alias' of a bundle), or leave it away if the store has one key."
                                + " 'keytool -list -keystore <file>' shows which aliases there are.",
                        failure);
            }
            if (failure instanceof IllegalStateException && message.contains(NO_KEY)) {
                return new FailureAnalysis(
                        "The server cannot speak TLS: it has no key.",
                        "Set 'server.ssl.bundle', or 'server.ssl.key-store', or 'server.ssl.certificate' with"
                                + " 'server.ssl.certificate-private-key'; or set 'server.ssl.enabled' to false.",
                        failure);
            }
        }
        return null;
    }
}
