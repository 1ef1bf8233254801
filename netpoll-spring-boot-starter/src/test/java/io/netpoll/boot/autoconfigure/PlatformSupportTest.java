package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlatformSupportTest {

    @ParameterizedTest
    @ValueSource(strings = {"amd64", "x86_64", "aarch64"})
    void linuxOnTheTwoArchitecturesWillDo(String architecture) {
        assertThat(new PlatformSupport("Linux", architecture, false).obstacle()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Mac OS X, aarch64, Mac OS X",
        "Windows 11, amd64, Windows 11",
        "Linux, riscv64, riscv64",
        "Linux, arm, neither x86-64 nor aarch64"
    })
    void anythingElseIsNamed(String os, String architecture, String expected) {
        assertThat(new PlatformSupport(os, architecture, false).obstacle())
                .hasValueSatisfying(reason -> assertThat(reason).contains(expected));
    }

    @Test
    void deniedNativeAccessIsAnObstacle() {
        assertThat(new PlatformSupport("Linux", "amd64", true).obstacle())
                .hasValueSatisfying(reason -> assertThat(reason).contains("--enable-native-access=ALL-UNNAMED"));
    }

    @ParameterizedTest
    @CsvSource({
        "--illegal-native-access=deny, false, true",
        "--illegal-native-access=deny, true, false",
        "--illegal-native-access=warn, false, false",
        "-Xmx1g, false, false"
    })
    void nativeAccessIsDeniedByTheFlagUnlessEnabled(String argument, boolean enabled, boolean denied) {
        assertThat(PlatformSupport.isNativeAccessDenied(List.of("-ea", argument), enabled))
                .isEqualTo(denied);
    }
}
