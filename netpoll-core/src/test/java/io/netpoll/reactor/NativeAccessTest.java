package io.netpoll.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class NativeAccessTest {

    /** Opens a loop and says what came of it. */
    static final class Opener {

        private Opener() {}

        @SuppressWarnings("SystemOut") // the parent process reads it
        public static void main(String[] arguments) throws IOException {
            try (EventLoop loop = EventLoop.open()) {
                System.out.println("opened, " + loop.statistics().waits() + " waits");
            } catch (UnsupportedPlatformException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void saysWhatToTypeWhereTheJvmDeniesNativeAccess() throws Exception {
        assertThat(run("--illegal-native-access=deny"))
                .contains("cannot call the C library")
                .contains("--enable-native-access=ALL-UNNAMED")
                .contains("Enable-Native-Access: ALL-UNNAMED");
    }

    @Test
    void opensWhereItIsAllowed() throws Exception {
        assertThat(run("--illegal-native-access=deny", "--enable-native-access=ALL-UNNAMED"))
                .isEqualTo("opened, 0 waits\n");
    }

    @Test
    void saysWhereItRunsWhereItDoesNot() throws Exception {
        assertThat(run("-Dos.name=Mac OS X")).contains("Linux on x86-64 and aarch64", "Mac OS X");
        assertThat(run("-Dos.arch=riscv64")).contains("Linux on x86-64 and aarch64", "riscv64");
    }

    private static String run(String... flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(flags));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Opener.class.getName()));
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return output;
    }
}
