package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server in a JVM of its own, for what concerns a whole process: {@link ServerProcessMain}. */
final class ServerProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;
    private final int port;

    private ServerProcess(Process process) throws IOException {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.port = Integer.parseInt(answer());
    }

    /**
     * Starts a server.
     *
     * @param limitMillis every limit on a client's time
     * @param flags for the JVM
     */
    static ServerProcess start(int limitMillis, String... flags) throws IOException {
        return start(List.of(), limitMillis, flags);
    }

    /** Starts a server by way of another program, such as one that puts it into a namespace. */
    static ServerProcess start(List<String> prefix, int limitMillis, String... flags) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
        command.add("-Dnetpoll.test.handler-mode=" + TestedMode.MODE);
        command.addAll(List.of(flags));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ServerProcessMain.class.getName()));
        command.add(String.valueOf(limitMillis));
        return new ServerProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    /** The number of the thread that drives the loop. */
    String loopThread() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", String.valueOf(pid()), "task"))) {
            return threads.filter(thread -> read(thread.resolve("comm")).startsWith("netpoll-http-re"))
                    .map(thread -> thread.getFileName().toString())
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int descriptors() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc", String.valueOf(pid()), "fd"))) {
            return (int) all.count();
        }
    }

    /** What the server says of itself, by name. */
    Map<String, Long> statistics() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        Map<String, Long> values = new HashMap<>();
        for (String value : answer().split(" ", -1)) {
            int equals = value.indexOf('=');
            values.put(value.substring(0, equals), Long.valueOf(value.substring(equals + 1)));
        }
        return values;
    }

    /** One of {@link #statistics}. */
    long number(String name) throws IOException {
        return statistics().getOrDefault(name, -1L);
    }

    private String answer() throws IOException {
        String line = output.readLine();
        assertThat(line).as("what the server's process says").isNotNull();
        return line;
    }

    /** Runs a command to its end and answers whether it was successful. */
    static boolean run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        boolean successful = process.waitFor() == 0;
        assertThat(successful || !text.isEmpty()).isTrue();
        return successful;
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
