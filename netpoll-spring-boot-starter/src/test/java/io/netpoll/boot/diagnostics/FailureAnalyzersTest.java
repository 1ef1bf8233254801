package io.netpoll.boot.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.boot.ServerStartException;
import io.netpoll.boot.UnsupportedConfigurationException;
import io.netpoll.reactor.SystemCallException;
import io.netpoll.reactor.UnsupportedPlatformException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

class FailureAnalyzersTest {

    @Test
    void allAreRegistered() {
        List<FailureAnalyzer> analyzers = SpringFactoriesLoader.forDefaultResourceLocation()
                .load(FailureAnalyzer.class, FailureHandler.handleMessage((message, needsArguments) -> {}));
        assertThat(analyzers)
                .hasAtLeastOneElementOfType(ServerStartFailureAnalyzer.class)
                .hasAtLeastOneElementOfType(TlsKeyFailureAnalyzer.class)
                .hasAtLeastOneElementOfType(UnknownSslBundleFailureAnalyzer.class)
                .hasAtLeastOneElementOfType(UnsupportedConfigurationFailureAnalyzer.class)
                .hasAtLeastOneElementOfType(UnsupportedPlatformFailureAnalyzer.class);
    }

    @Test
    void platformIsFoundAnywhereInTheChain() {
        UnsupportedPlatformException cause = new UnsupportedPlatformException("Windows 11 on amd64");
        FailureAnalysis analysis = required(new UnsupportedPlatformFailureAnalyzer().analyze(wrapped(cause)));
        assertThat(analysis.getDescription()).contains("Windows 11 on amd64");
        assertThat(analysis.getAction()).contains("--enable-native-access=ALL-UNNAMED", "spring-boot-starter-tomcat");
        assertThat(analysis.getCause()).isSameAs(cause);
    }

    @Test
    void privilegedPortIsExplained() {
        FailureAnalysis analysis = explain(80, new BindException("Permission denied"));
        assertThat(analysis.getDescription()).contains("port 80");
        assertThat(analysis.getAction())
                .contains("server.port", "CAP_NET_BIND_SERVICE", "net.ipv4.ip_unprivileged_port_start", "authbind");
    }

    @Test
    void highPortThatIsDeniedIsNotCalledPrivileged() {
        FailureAnalysis analysis = explain(8080, new BindException("Permission denied"));
        assertThat(analysis.getAction()).contains("SELinux").doesNotContain("CAP_NET_BIND_SERVICE");
    }

    @Test
    void addressOfAnotherMachineIsExplained() {
        FailureAnalysis analysis = explain(8080, new BindException("Cannot assign requested address"));
        assertThat(analysis.getDescription()).contains("192.0.2.1");
        assertThat(analysis.getAction()).contains("server.address");
    }

    @Test
    void pathIsExplained() {
        UnixDomainSocketAddress path = UnixDomainSocketAddress.of("/run/app.sock");
        ServerStartException failure = new ServerStartException(path, new BindException("Address already in use"));
        FailureAnalysis analysis = required(new ServerStartFailureAnalyzer().analyze(wrapped(failure)));
        assertThat(analysis.getDescription()).contains("/run/app.sock", "Address already in use");
        assertThat(analysis.getAction()).contains("netpoll.server.listeners");
    }

    @Test
    void limitOfTheProcessIsExplained() {
        FailureAnalysis analysis = explain(8080, new SystemCallException("epoll_create1", 24));
        assertThat(analysis.getDescription()).contains("epoll_create1: Too many open files", "this process");
        assertThat(analysis.getAction()).contains("ulimit -n", "LimitNOFILE", "netpoll.server.max-connections");
    }

    @Test
    void limitOfTheSystemIsExplained() {
        FailureAnalysis analysis = explain(8080, new SystemCallException("socket", 23));
        assertThat(analysis.getDescription()).contains("socket: Too many open files in system", "this machine");
        assertThat(analysis.getAction()).contains("fs.file-max");
    }

    @Test
    void otherFailuresAreLeftToOthers() {
        assertThat(analyze(8080, new IOException("Too many open files"))).isNull();
        assertThat(analyze(8080, new SystemCallException("socket", 12))).isNull();
        assertThat(analyze(8080, new BindException("Address already in use"))).isNull();
    }

    @Test
    void otherIllegalStatesAreLeftToOthers() {
        assertThat(new TlsKeyFailureAnalyzer().analyze(new IllegalStateException(new IOException("no"))))
                .isNull();
    }

    @Test
    void configurationSaysWhatToDo() {
        FailureAnalysis analysis = required(new UnsupportedConfigurationFailureAnalyzer()
                .analyze(wrapped(new UnsupportedConfigurationException("No TLS.", "Use a proxy."))));
        assertThat(analysis.getDescription()).isEqualTo("No TLS.");
        assertThat(analysis.getAction()).isEqualTo("Use a proxy.");
    }

    private static FailureAnalysis explain(int port, IOException cause) {
        return required(analyze(port, cause));
    }

    private static FailureAnalysis required(@Nullable FailureAnalysis analysis) {
        return Objects.requireNonNull(analysis, "no analysis");
    }

    private static @Nullable FailureAnalysis analyze(int port, IOException cause) {
        ServerStartException failure = new ServerStartException(new InetSocketAddress("192.0.2.1", port), cause);
        return new ServerStartFailureAnalyzer().analyze(wrapped(failure));
    }

    private static Throwable wrapped(Throwable cause) {
        return new IllegalStateException(new RuntimeException("Failed to start bean", cause));
    }
}
