package io.netpoll.boot.diagnostics;

import io.netpoll.reactor.UnsupportedPlatformException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do where netpoll cannot run. */
class UnsupportedPlatformFailureAnalyzer extends AbstractFailureAnalyzer<UnsupportedPlatformException> {

    private static final String ACTION = """
            netpoll needs Linux with glibc on x86-64 or aarch64, and native access: start the JVM with \
            --enable-native-access=ALL-UNNAMED, or put "Enable-Native-Access: ALL-UNNAMED" into the manifest of the jar \
            that is started.

            To run this application elsewhere, for example on a developer's laptop, add another server such as \
            org.springframework.boot:spring-boot-starter-tomcat: it serves wherever netpoll cannot.""";

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnsupportedPlatformException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), ACTION, cause);
    }
}
