package io.netpoll.boot.diagnostics;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.ssl.NoSuchSslBundleException;

/** Says which SSL bundle is not there, and where a server may have asked for it. */
class UnknownSslBundleFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchSslBundleException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NoSuchSslBundleException cause) {
        String name = cause.getBundleName();
        return new FailureAnalysis(
                "There is no SSL bundle of the name '" + name + "'.",
                "Define 'spring.ssl.bundle.pem." + name + "' or 'spring.ssl.bundle.jks." + name
                        + "', or correct the name where it is used: a server uses it by 'server.ssl.bundle',"
                        + " 'server.ssl.server-name-bundles' and 'management.server.ssl.bundle'.",
                cause);
    }
}
