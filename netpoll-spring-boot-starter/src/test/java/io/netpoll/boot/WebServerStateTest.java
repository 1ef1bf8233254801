package io.netpoll.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class WebServerStateTest {

    private static final Map<WebServerState, Set<WebServerState>> LEGAL = Map.of(
            WebServerState.INITIALIZED, EnumSet.of(WebServerState.STARTED, WebServerState.DESTROYED),
            WebServerState.STARTED, EnumSet.of(WebServerState.DRAINING, WebServerState.STOPPED),
            WebServerState.DRAINING, EnumSet.of(WebServerState.STOPPED),
            WebServerState.STOPPED, EnumSet.of(WebServerState.STARTED, WebServerState.DESTROYED),
            WebServerState.DESTROYED, EnumSet.noneOf(WebServerState.class));

    @TestFactory
    Stream<DynamicTest> everyTransitionIsLegalOrRefused() {
        return Stream.of(WebServerState.values())
                .flatMap(from -> Stream.of(WebServerState.values()).map(to -> transition(from, to)));
    }

    private static DynamicTest transition(WebServerState from, WebServerState to) {
        boolean legal = LEGAL.getOrDefault(from, Set.of()).contains(to);
        return DynamicTest.dynamicTest(from + (legal ? " becomes " : " never becomes ") + to, () -> {
            if (legal) {
                assertThat(from.to(to)).isEqualTo(to);
            } else {
                assertThatIllegalStateException().isThrownBy(() -> from.to(to)).withMessageContaining(from.name());
            }
        });
    }
}
