package io.netpoll.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What idle connections cost: memory for each, and what they add to the CPU time and the system calls of a request beside
 * them. Arguments: how many connections (15,000), how many rounds (7), how many requests in a round (20,000).
 *
 * <p>Server and idle clients have processes of their own; the live client is this one. The rounds alternate between a server
 * without idle connections and the same server with them.
 */
final class IdleConnections {

    /** A heap that is there from the start, so that what the process grows by is not heap. */
    private static final List<String> SERVER_FLAGS = List.of(
            "-Xms256m",
            "-Xmx256m",
            "-XX:+AlwaysPreTouch",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED");

    private static final int TRACED_REQUESTS = 2_000;

    private final int connections;
    private final int rounds;
    private final int requests;
    private final ChildJvm server;
    private final int port;

    private IdleConnections(int connections, int rounds, int requests, ChildJvm server) throws IOException {
        this.connections = connections;
        this.rounds = rounds;
        this.requests = requests;
        this.server = server;
        this.port = Integer.parseInt(server.line());
    }

    public static void main(String[] args) throws Exception {
        int connections = args.length > 0 ? Integer.parseInt(args[0]) : 15_000;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 7;
        int requests = args.length > 2 ? Integer.parseInt(args[2]) : 20_000;
        Path temp = Files.createTempDirectory("netpoll-idle");
        try (ChildJvm server = new ChildJvm(SERVER_FLAGS, IdleServer.class, temp.toString())) {
            IdleConnections program = new IdleConnections(connections, rounds, requests, server);
            program.live(5 * requests); // warm
            program.memory();
            program.processorTime();
            program.systemCalls();
        }
    }

    private void live(int count) throws IOException {
        try (LiveClient client = new LiveClient(port)) {
            client.send(count);
        }
    }

    private ChildJvm idle() throws IOException {
        ChildJvm client =
                new ChildJvm(List.of("-Xmx256m"), IdleClient.class, String.valueOf(port), String.valueOf(connections));
        client.line();
        return client;
    }

    /** Waits until the server has noticed that its clients are gone. */
    private void untilAlone() throws IOException, InterruptedException {
        while (!server.ask().startsWith("0 ")) {
            Thread.sleep(100);
        }
    }

    /** Medians: what the JVM does for itself meanwhile, compiling above all, is not the connections'. */
    private void memory() throws IOException, InterruptedException {
        List<Double> heaps = new ArrayList<>();
        List<Double> others = new ArrayList<>();
        List<Double> sums = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            untilAlone();
            double heapBefore = heap();
            double otherBefore = server.anonymousMemory();
            try (ChildJvm idle = idle()) {
                idle.pid();
                double heap = (heap() - heapBefore) / connections;
                double other = (server.anonymousMemory() - otherBefore) / connections;
                heaps.add(heap);
                others.add(other);
                sums.add(heap + other);
            }
        }
        System.out.printf("idle connections          %,10d%n", connections);
        printBytes("live heap, each", heaps);
        printBytes("other memory, each", others);
        printBytes("together, each", sums);
    }

    private static void printBytes(String what, List<Double> bytes) {
        System.out.printf(
                "%-25s %,10.0f bytes median, %.0f to %.0f in %d rounds%n",
                what, median(bytes), Collections.min(bytes), Collections.max(bytes), bytes.size());
    }

    private long heap() throws IOException {
        String[] answer = server.ask().split(" ", 2);
        return Long.parseLong(answer[1]);
    }

    private void processorTime() throws IOException, InterruptedException {
        List<Double> without = new ArrayList<>();
        List<Double> with = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            untilAlone();
            without.add(microsPerRequest());
            try (ChildJvm idle = idle()) {
                idle.pid();
                heap(); // as without: a collection before each round
                with.add(microsPerRequest());
            }
        }
        print("CPU of a request without", without);
        print("CPU of a request with", with);
        System.out.printf("with / without, medians   %10.2f%n", median(with) / median(without));
    }

    private double microsPerRequest() throws IOException {
        live(requests / 4);
        long before = server.cpuNanos();
        live(requests);
        return (server.cpuNanos() - before) / 1e3 / requests;
    }

    private static void print(String what, List<Double> micros) {
        System.out.printf(
                "%-25s %10.2f us median, %.2f to %.2f in %d rounds%n",
                what, median(micros), Collections.min(micros), Collections.max(micros), micros.size());
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private void systemCalls() throws IOException, InterruptedException {
        if (Stream.of(System.getenv("PATH").split(":")).noneMatch(it -> Files.isExecutable(Path.of(it, "strace")))) {
            System.out.println("system calls: strace is not there (Debian package strace)");
            return;
        }
        untilAlone();
        Map<String, Long> without = traced();
        Map<String, Long> with;
        try (ChildJvm idle = idle()) {
            idle.pid();
            with = traced();
        }
        System.out.printf("system calls of a request  without      with%n");
        for (String call : new TreeSet<>(join(without, with))) {
            System.out.printf(
                    "  %-22s %10.2f %10.2f%n",
                    call,
                    without.getOrDefault(call, 0L) / (double) TRACED_REQUESTS,
                    with.getOrDefault(call, 0L) / (double) TRACED_REQUESTS);
        }
    }

    private static List<String> join(Map<String, Long> one, Map<String, Long> other) {
        return Stream.concat(one.keySet().stream(), other.keySet().stream()).toList();
    }

    /** The calls the server makes for so many requests, by name; those that only wait for work of the JVM's own left out. */
    private Map<String, Long> traced() throws IOException, InterruptedException {
        Path summary = Files.createTempFile("netpoll-idle", ".strace");
        try (LiveClient client = new LiveClient(port)) {
            client.send(100);
            Process strace = new ProcessBuilder(
                            "strace", "-f", "-c", "-o", summary.toString(), "-p", String.valueOf(server.pid()))
                    .redirectErrorStream(true)
                    .start();
            strace.inputReader().readLine(); // attached
            client.send(TRACED_REQUESTS);
            new ProcessBuilder("kill", "-INT", String.valueOf(strace.pid()))
                    .start()
                    .waitFor();
            strace.waitFor();
        }
        Map<String, Long> calls = new TreeMap<>();
        for (String line : Files.readAllLines(summary)) {
            String[] columns = line.strip().split(" +", -1);
            if (columns.length >= 5 && columns[0].matches("[0-9.]+") && !line.endsWith("total")) {
                calls.put(columns[columns.length - 1], Long.valueOf(columns[3]));
            }
        }
        return calls;
    }
}
