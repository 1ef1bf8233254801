package io.netpoll.boot.diagnostics;

import io.netpoll.boot.UnsupportedConfigurationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what this version does not do. */
class UnsupportedConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<UnsupportedConfigurationException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnsupportedConfigurationException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.getAction(), cause);
    }
}
