package io.netpoll.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Counts the descriptors of this process, to see that a test leaves none behind. */
public final class Descriptors {

    static {
        // The JDK's sockets keep one descriptor of their own from their first close on.
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort()).close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final List<String> before = list();

    private Descriptors() {}

    /** Remembers what descriptors there are. */
    public static Descriptors counted() {
        return new Descriptors();
    }

    /** Fails unless there are no more of them, soon. */
    public void assertNoneLeft() {
        Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            List<String> now = list();
            assertThat(now.size())
                    .as("descriptors now %s, before %s", now, before)
                    .isLessThanOrEqualTo(before.size());
        });
    }

    private static List<String> list() {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors
                    .map(Descriptors::target)
                    .filter(Descriptors::isOurKind)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "closed meanwhile";
        }
    }

    /** Class loading and logging open files whenever they like; what we leak would be one of these. */
    private static boolean isOurKind(String target) {
        return target.startsWith("socket:") || target.startsWith("pipe:") || target.startsWith("anon_inode:");
    }
}
