package io.netpoll.it.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A Java process with an application, whose output goes to a file. */
final class ApplicationProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Pattern STARTED = Pattern.compile("netpoll started on port (\\d+)");
    private static final List<String> FLAGS = List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1");

    private final Process process;
    private final Path output;

    private ApplicationProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /**
     * Starts a process.
     *
     * @param directory where it works and where its output goes
     * @param classPath its class path
     * @param arguments options of the JVM, the main class, and its arguments
     */
    static ApplicationProcess start(Path directory, String classPath, String... arguments) {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", classPath));
        command.addAll(List.of(arguments));
        try {
            Path output = Files.createTempFile(directory, "output", ".txt");
            Process process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.to(output.toFile()))
                    .start();
            return new ApplicationProcess(process, output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The port of the latest start; waits until the application has started so many times. */
    int port(int starts) {
        List<String> ports = new ArrayList<>();
        awaitOutput(text -> {
            ports.clear();
            Matcher matcher = STARTED.matcher(text);
            while (matcher.find()) {
                ports.add(matcher.group(1));
            }
            return ports.size() >= starts;
        });
        return Integer.parseInt(ports.getLast());
    }

    /** The port, once the application has started. */
    int port() {
        return port(1);
    }

    /** Waits for something in the output. */
    void awaitOutput(Predicate<String> condition) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(() -> {
            if (condition.test(output())) {
                return true;
            }
            if (!process.isAlive()) {
                throw new AssertionError("The process has ended with " + process.exitValue() + ":\n" + output());
            }
            return false;
        });
    }

    /** All it has written so far. */
    String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a line to its standard input. */
    void tell(String line) throws IOException {
        process.outputWriter().write(line + "\n");
        process.outputWriter().flush();
    }

    /** What its open descriptors are, such as {@code socket:[4711]}, see proc_pid_fd(5). */
    List<String> descriptors() {
        List<String> targets = new ArrayList<>();
        try (Stream<Path> links = Files.list(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
            for (Path link : links.toList()) {
                try {
                    targets.add(Files.readSymbolicLink(link).toString());
                } catch (NoSuchFileException e) {
                    // Closed since it was listed.
                    targets.remove(link.toString());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return targets;
    }

    /** How many threads it has, of the kernel's kind. */
    long threads() {
        try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            return tasks.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it ends by itself, and returns its exit status. */
    int awaitEnd() {
        try {
            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as(this::output)
                    .isTrue();
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Asks it to end, as a service manager does, and waits until it has. */
    int terminate() {
        process.destroy();
        return awaitEnd();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
