package io.netpoll.sys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares every number in this package with the C headers of the machine, by a C program made from the fields' names. A
 * number that is neither a C constant nor named below fails the test.
 */
class CHeadersTest {

    private static final List<String> HEADERS = List.of(
            "errno.h",
            "fcntl.h",
            "netinet/in.h",
            "netinet/tcp.h",
            "signal.h",
            "stddef.h",
            "stdio.h",
            "sys/epoll.h",
            "sys/eventfd.h",
            "sys/signalfd.h",
            "sys/socket.h",
            "sys/stat.h",
            "sys/timerfd.h",
            "sys/un.h",
            "time.h",
            "unistd.h");

    /** Fields of layouts, and the C expressions of what they have to be. */
    private static final Map<String, String> LAYOUTS = Map.ofEntries(
            Map.entry("Epoll.EVENTS_OFFSET", "offsetof(struct epoll_event, events)"),
            Map.entry("Epoll.DATA_OFFSET", "offsetof(struct epoll_event, data)"),
            Map.entry("Epoll.EVENT_SIZE", "sizeof(struct epoll_event)"),
            Map.entry("Signals.SIGNO", "offsetof(struct signalfd_siginfo, ssi_signo)"),
            Map.entry("Signals.SIGINFO_SIZE", "sizeof(struct signalfd_siginfo)"),
            Map.entry("Signals.SIGSET_SIZE", "sizeof(sigset_t)"),
            Map.entry("SocketAddresses.FAMILY", "offsetof(struct sockaddr, sa_family)"),
            Map.entry("SocketAddresses.PORT", "offsetof(struct sockaddr_in, sin_port)"),
            Map.entry("SocketAddresses.IPV4_SIZE", "sizeof(struct sockaddr_in)"),
            Map.entry("SocketAddresses.IPV4_ADDRESS", "offsetof(struct sockaddr_in, sin_addr)"),
            Map.entry("SocketAddresses.IPV6_SIZE", "sizeof(struct sockaddr_in6)"),
            Map.entry("SocketAddresses.IPV6_ADDRESS", "offsetof(struct sockaddr_in6, sin6_addr)"),
            Map.entry("SocketAddresses.IPV6_SCOPE", "offsetof(struct sockaddr_in6, sin6_scope_id)"),
            Map.entry("SocketAddresses.UNIX_PATH", "offsetof(struct sockaddr_un, sun_path)"),
            Map.entry("SocketAddresses.UNIX_PATH_MAX", "sizeof(((struct sockaddr_un *) 0)->sun_path) - 1"),
            Map.entry("SocketAddresses.MAX_SIZE", "sizeof(struct sockaddr_un)"),
            Map.entry("Stat.MODE", "offsetof(struct statx, stx_mode)"),
            Map.entry("Stat.INO", "offsetof(struct statx, stx_ino)"),
            Map.entry("Stat.DEV_MAJOR", "offsetof(struct statx, stx_dev_major)"),
            Map.entry("Stat.DEV_MINOR", "offsetof(struct statx, stx_dev_minor)"),
            Map.entry("Stat.STATX_SIZE", "sizeof(struct statx)"),
            Map.entry("TimerFds.INTERVAL_SECONDS", "offsetof(struct itimerspec, it_interval.tv_sec)"),
            Map.entry("TimerFds.INTERVAL_NANOS", "offsetof(struct itimerspec, it_interval.tv_nsec)"),
            Map.entry("TimerFds.VALUE_SECONDS", "offsetof(struct itimerspec, it_value.tv_sec)"),
            Map.entry("TimerFds.VALUE_NANOS", "offsetof(struct itimerspec, it_value.tv_nsec)"),
            Map.entry("TimerFds.ITIMERSPEC_SIZE", "sizeof(struct itimerspec)"));

    /** Numbers that are ours, not C's. */
    private static final List<String> OURS = List.of("Sockets.MAX_CRITICAL_TRANSFER");

    private static final Pattern C_CONSTANT = Pattern.compile(
            "(A[FT]|E[A-Z]+|EFD|EPOLL|F|FD|IPPROTO|IPV6|MSG|O|S|SFD|SHUT|SO|SOCK|SOL|STATX|TCP|TFD|CLOCK)"
                    + "_[A-Z0-9_]+|E[A-Z]+|EPOLL[A-Z]+|SIG[A-Z0-9]+");

    @TempDir
    private Path directory;

    @Test
    void everyNumberIsThatOfTheHeaders() throws Exception {
        requireCompiler();
        Map<String, Long> ours = numbers();
        assertThat(ours.keySet()).containsAll(LAYOUTS.keySet());
        assertThat(theirs(ours.keySet().stream().toList())).containsExactlyInAnyOrderEntriesOf(ours);
    }

    /** Static and final numbers of all classes of the package, by class and field. */
    private static Map<String, Long> numbers() throws Exception {
        Map<String, Long> numbers = new LinkedHashMap<>();
        for (Class<?> type : classes()) {
            for (Field field : type.getDeclaredFields()) {
                String name = type.getSimpleName() + "." + field.getName();
                if (isNumber(field) && !OURS.contains(name)) {
                    field.setAccessible(true);
                    numbers.put(name, ((Number) field.get(null)).longValue());
                }
            }
        }
        return numbers;
    }

    private static boolean isNumber(Field field) {
        boolean constant = Modifier.isStatic(field.getModifiers()) && Modifier.isFinal(field.getModifiers());
        return constant && (field.getType() == int.class || field.getType() == long.class);
    }

    private static List<Class<?>> classes() throws IOException, ClassNotFoundException, URISyntaxException {
        Path root = Path.of(
                Epoll.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        List<Class<?>> classes = new ArrayList<>();
        try (Stream<Path> files = Files.list(root.resolve("io/netpoll/sys"))) {
            for (String file : files.map(path -> path.getFileName().toString()).toList()) {
                if (file.endsWith(".class") && !file.startsWith("package-info")) {
                    classes.add(Class.forName("io.netpoll.sys." + file.replace(".class", "")));
                }
            }
        }
        return classes;
    }

    /** What a C program says of them. */
    private Map<String, Long> theirs(List<String> names) throws IOException, InterruptedException {
        Path source = directory.resolve("numbers.c");
        Path program = directory.resolve("numbers");
        Files.writeString(source, program(names));
        run("gcc", "-Wall", "-Werror", "-o", program.toString(), source.toString());
        Map<String, Long> theirs = new LinkedHashMap<>();
        for (String line : run(program.toString()).lines().toList()) {
            String[] parts = line.split(" ", -1);
            theirs.put(parts[0], Long.parseLong(parts[1]));
        }
        return theirs;
    }

    private static String program(List<String> names) {
        StringBuilder program = new StringBuilder("#define _GNU_SOURCE\n");
        HEADERS.forEach(header -> program.append("#include <").append(header).append(">\n"));
        program.append("int main(void) {\n");
        for (String name : names) {
            program.append("    printf(\"").append(name).append(" %lld\\n\", ");
            program.append(name.startsWith("Epoll.EPOLL") ? "(long long) (int) (" : "(long long) (");
            program.append(expression(name)).append("));\n");
        }
        return program.append("    return 0;\n}\n").toString();
    }

    private static String expression(String name) {
        String constant = name.substring(name.indexOf('.') + 1);
        String layout = LAYOUTS.get(name);
        if (layout == null) {
            assertThat(constant)
                    .as("a C constant; else name what %s is in this test", name)
                    .matches(C_CONSTANT);
        }
        return layout != null ? layout : constant;
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private static void requireCompiler() {
        try {
            run("gcc", "--version");
        } catch (IOException e) {
            String message = "There is no C compiler. Install the packages gcc and libc6-dev to run this test.";
            if ("true".equals(System.getenv("CI"))) {
                fail(message, e);
            }
            abort(message);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
