package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netpoll.server.Client.End;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What concerns a whole process: its heap, its descriptors, its errors. The server has 128 MiB. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServerProcessTest {

    private static final Duration SOON = Duration.ofSeconds(15);
    private static final long GIGABYTE = 1L << 30;
    private static final int BUFFER = 1 << 20;

    private ServerProcess server;
    private int descriptors;

    @BeforeAll
    void start() throws IOException {
        server = ServerProcess.start(20_000, "-Xmx128m", "-XX:+ExitOnOutOfMemoryError");
        try (Client client = new Client(server.port())) {
            client.send(ServerFixture.LAST_GET).receiveAll(); // its classes are loaded
        }
    }

    @AfterAll
    void stop() throws IOException {
        server.close();
    }

    @BeforeEach
    void count() throws IOException {
        descriptors = server.descriptors();
    }

    @AfterEach
    void isAsBefore() {
        Awaitility.await().atMost(SOON).untilAsserted(() -> {
            assertThat(server.statistics())
                    .containsEntry("connections", 0L)
                    .containsEntry("exchanges", 0L)
                    .containsEntry("pending", 0L);
            assertThat(server.descriptors()).isLessThanOrEqualTo(descriptors);
        });
    }

    private Client connect() throws IOException {
        return new Client(server.port());
    }

    private static String hello(Client client) throws IOException {
        return client.send(ServerFixture.GET).receiveUntil("read 0");
    }

    @Test
    void aGigabyteGoesUp() throws IOException {
        byte[] buffer = new byte[BUFFER];
        try (Client client = connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: " + GIGABYTE + "\r\n\r\n");
            for (long sent = 0; sent < GIGABYTE; sent += BUFFER) {
                client.send(buffer);
            }
            assertThat(client.receiveAll()).endsWith("read " + GIGABYTE);
        }
    }

    @Test
    void aGigabyteComesDown() throws IOException {
        assertThat(download("/download/" + GIGABYTE)).isGreaterThan(GIGABYTE);
    }

    @Test
    void aLargeFileComesDown(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("sparse");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(GIGABYTE / 4);
        }
        assertThat(download("/file" + file)).isGreaterThan(GIGABYTE / 4);
    }

    private long download(String path) throws IOException {
        try (Client client = connect()) {
            client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            return client.countAll();
        }
    }

    /** accept(2), EMFILE: whoever is served stays so, and whoever waits is accepted when there is room again. */
    @Test
    void connectionsWaitWhileThereAreNoDescriptors() throws Exception {
        RequiredTool.require("prlimit", "util-linux");
        long before = server.number("accepted");
        long started = System.nanoTime();
        List<Client> clients = new ArrayList<>();
        try (Client served = connect()) {
            hello(served);
            limitDescriptors(String.valueOf(server.descriptors() + 20));
            for (int i = 0; i < 40; i++) {
                clients.add(connect());
            }
            Awaitility.await().atMost(SOON).until(() -> server.number("exhausted") > 0);
            long accepted = server.number("accepted") - before;
            assertThat(accepted).isBetween(2L, 35L);
            assertThat(hello(served)).startsWith("HTTP/1.1 200 ");
            assertThat(waitsOfASecond()).as("waits in a second").isLessThan(30);
            assertThat(hello(served)).startsWith("HTTP/1.1 200 ");

            for (Client client : clients.subList(0, 20)) {
                client.close(); // the first ones to connect were the first to be accepted
            }
            for (Client client : clients.subList(20, 40)) {
                assertThat(hello(client)).startsWith("HTTP/1.1 200 ");
            }
            long seconds = Duration.ofNanos(System.nanoTime() - started).toSeconds();
            assertThat(server.number("exhausted")).as("said once a second").isBetween(1L, seconds + 1);
        } finally {
            limitDescriptors("4096");
            for (Client client : clients) {
                client.close();
            }
        }
    }

    private void limitDescriptors(String limit) throws Exception {
        assertThat(ServerProcess.run("prlimit", "--pid", String.valueOf(server.pid()), "--nofile=" + limit + ":"))
                .isTrue();
    }

    private long waitsOfASecond() throws IOException {
        long before = server.number("waits");
        new CompletableFuture<Void>()
                .completeOnTimeout(null, 1, TimeUnit.SECONDS)
                .join();
        return server.number("waits") - before;
    }

    /**
     * Errors of accept(2) that are no defect of the listener. The call is not made when strace(1) has it fail, so that the
     * connection stays in the backlog: there is no second edge for it.
     */
    @ParameterizedTest
    @ValueSource(strings = {"ENFILE", "ENOBUFS", "ECONNABORTED", "EPROTO", "EINTR"})
    void anErrorOfAcceptIsNotTheEnd(String errno) throws Exception {
        RequiredTool.require("strace", "strace");
        Process strace = new ProcessBuilder(
                        "strace",
                        "-e",
                        "trace=accept4",
                        "-e",
                        "inject=accept4:error=" + errno + ":when=1..2",
                        "-p",
                        server.loopThread())
                .redirectErrorStream(true)
                .start();
        try {
            String first = strace.inputReader().readLine();
            assumeTrue(first != null && first.contains("attached"), () -> "strace may not attach here: " + first);
            CompletableFuture<String> trace = CompletableFuture.supplyAsync(
                    () -> String.join("\n", strace.inputReader().lines().toList()));
            try (Client client = connect()) {
                assertThat(hello(client)).startsWith("HTTP/1.1 200 ");
            }
            ServerProcess.run("sh", "-c", "kill -INT " + strace.pid());
            assertThat(trace.get(15, TimeUnit.SECONDS)).contains(errno, "(INJECTED)");
        } finally {
            strace.destroy();
            strace.waitFor();
        }
    }

    /** A pause of the process counts against nobody: what came meanwhile is there when it goes on. */
    @Test
    void aPauseOfTheServerIsNotHeldAgainstItsClients() throws Exception {
        int limitMillis = 5_000;
        String half = "GET / HTTP/1.1\r\nHost:";
        String upload = " HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhello";
        try (ServerProcess paused = ServerProcess.start(limitMillis)) {
            List<Client> heads = new ArrayList<>();
            for (int i = 0; i < 600; i++) { // more than one wait of the loop reports
                heads.add(new Client(paused.port()).send(half));
            }
            try (Client idle = new Client(paused.port());
                    Client body = new Client(paused.port());
                    Client detachedBody = new Client(paused.port());
                    Client reader = new Client(paused.port(), 4_096);
                    Client detachedReader = new Client(paused.port(), 4_096)) {
                hello(idle);
                body.send("POST /" + upload);
                detachedBody.send("POST /detached" + upload);
                reader.send("GET /download/20000000 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
                detachedReader.send("GET /kept HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
                Awaitility.await().atMost(SOON).until(() -> {
                    return paused.number("exchanges") == 4
                            && paused.number("pending") > 0
                            && paused.number("connections") == 605;
                });
                signal(paused, "STOP");
                new CompletableFuture<Void>()
                        .completeOnTimeout(null, limitMillis + 500, TimeUnit.MILLISECONDS)
                        .join();
                for (Client head : heads) {
                    head.send(" a\r\nConnection: close\r\n\r\n");
                }
                idle.send(ServerFixture.LAST_GET);
                body.send("world");
                detachedBody.send("world");
                signal(paused, "CONT");
                assertThat(idle.receiveAll()).endsWith("read 0");
                assertThat(body.receiveUntil("read 10")).startsWith("HTTP/1.1 200 ");
                assertThat(detachedBody.receiveUntil("read 10")).startsWith("HTTP/1.1 200 ");
                assertThat(reader.countAll()).isGreaterThan(20_000_000);
                assertThat(detachedReader.countAll()).isGreaterThan(20_000_000);
                for (Client head : heads) {
                    assertThat(head.receiveAll()).endsWith("read 0");
                    assertThat(head.end()).isEqualTo(End.CLOSED);
                    head.close();
                }
            }
        }
    }

    private static void signal(ServerProcess process, String name) throws Exception {
        assertThat(ServerProcess.run("sh", "-c", "kill -" + name + " " + process.pid()))
                .isTrue();
    }
}
