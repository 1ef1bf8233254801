package io.netpoll.boot.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the kernel refuses is explained as it comes: in processes that may not what this one may. */
class RefusedStartTest {

    private static final Path UNPRIVILEGED_PORT_START = Path.of("/proc/sys/net/ipv4/ip_unprivileged_port_start");

    @TempDir
    private Path directory;

    private String explanation(List<String> prefix, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                RefusedStart.class.getName()));
        command.addAll(List.of(arguments));
        Path output = directory.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(output.toFile()))
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }

    /** With none left the loop fails, with two the listener. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void limitOnDescriptors(int free) throws Exception {
        List<String> limited = List.of("sh", "-c", "ulimit -n 256 && exec \"$@\"", "sh");
        assertThat(explanation(limited, "0", Integer.toString(free)))
                .contains("Too many open files", "this process", "ulimit -n", "LimitNOFILE");
    }

    @Test
    void privilegedPort() throws Exception {
        int start = firstUnprivilegedPort();
        assumeTrue(start > 1, "needs a privileged port: " + UNPRIVILEGED_PORT_START + " is " + start);
        assertThat(explanation(withoutTheCapability(), "1", "-1"))
                .contains("port 1:", "denied permission", "CAP_NET_BIND_SERVICE", "ip_unprivileged_port_start");
    }

    /** In one read: the kernel has nothing more for a second one. */
    private static int firstUnprivilegedPort() throws IOException {
        try (InputStream in = Files.newInputStream(UNPRIVILEGED_PORT_START)) {
            return Integer.parseInt(new String(in.readNBytes(16), StandardCharsets.US_ASCII).strip());
        }
    }

    /** Root may listen anywhere, unless the capability is taken from what it starts. */
    private static List<String> withoutTheCapability() {
        boolean root = System.getProperty("user.name").equals("root");
        List<String> dropping = List.of(
                "setpriv", "--inh-caps=-net_bind_service", "--bounding-set=-net_bind_service", "--no-new-privs");
        if (root) {
            assertThat(Path.of("/usr/bin/setpriv"))
                    .as("the Debian package util-linux is there, as everywhere")
                    .exists();
        }
        return root ? dropping : List.of();
    }
}
