package io.netpoll.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A program of this module in a process of its own, which answers lines with lines and ends with its input. */
final class ChildJvm implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;

    /**
     * Starts a program.
     *
     * @param flags for its JVM
     * @param main the program
     * @param arguments its arguments
     */
    ChildJvm(List<String> flags, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    long pid() {
        return process.pid();
    }

    /** The next line it prints. */
    String line() throws IOException {
        String line = output.readLine();
        if (line == null) {
            throw new IOException("The process has ended");
        }
        return line;
    }

    /** Sends an empty line and answers what it prints then. */
    String ask() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        return line();
    }

    /** The time its threads have had a processor, in ns (proc_pid_schedstat(5)): user and system together. */
    long cpuNanos() throws IOException {
        long nanos = 0;
        try (Stream<Path> tasks = Files.list(Path.of("/proc", String.valueOf(pid()), "task"))) {
            for (Path task : tasks.toList()) {
                nanos += cpuNanos(task);
            }
        }
        return nanos;
    }

    private static long cpuNanos(Path task) throws IOException {
        try {
            return Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ", 2)[0]);
        } catch (NoSuchFileException e) {
            return 0; // the thread has ended meanwhile
        }
    }

    /** Its anonymous memory in bytes: heap, stacks, and what it has from malloc(3) and mmap(2). */
    long anonymousMemory() throws IOException {
        return Files.readAllLines(Path.of("/proc", String.valueOf(pid()), "status")).stream()
                .filter(line -> line.startsWith("RssAnon:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1_024)
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        process.onExit().join();
    }
}
