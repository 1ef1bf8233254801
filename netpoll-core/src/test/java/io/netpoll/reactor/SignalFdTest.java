package io.netpoll.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real signals from kill(1) to a JVM of its own, and what cannot be had. */
class SignalFdTest {

    private static final Duration SOON = Duration.ofSeconds(10);
    private static final int EXIT_BY_SIGTERM = 128 + 15;

    private final Descriptors descriptors = Descriptors.counted();

    @AfterEach
    void leavesNothing() {
        descriptors.assertNoneLeft();
    }

    /** Watches the signals it is told to and says which came; after SIGHUP, it closes and says so. */
    static final class Listener {

        private Listener() {}

        @SuppressWarnings("SystemOut") // the parent process reads it
        public static void main(String[] names) throws IOException {
            PosixSignal[] signals = Stream.of(names).map(PosixSignal::valueOf).toArray(PosixSignal[]::new);
            try (EventLoop loop = EventLoop.open()) {
                try (SignalFd fd = SignalFd.open(signals)) {
                    loop.register(fd.fd(), Interest.READABLE, event -> say(loop, fd.take()));
                    System.out.println("ready");
                    loop.run();
                }
                System.out.println("closed");
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
                return;
            }
            System.in.read(); // until the parent's end
        }

        @SuppressWarnings("SystemOut")
        private static void say(EventLoop loop, @Nullable PosixSignal signal) {
            System.out.println(signal);
            if (signal == PosixSignal.SIGHUP) {
                loop.stop();
            }
        }
    }

    /** A JVM that runs {@link Listener}. */
    private static final class Child implements AutoCloseable {

        private final Process process;
        private final BufferedReader output;

        Child(List<String> launcher, List<String> flags, PosixSignal... signals) throws IOException {
            List<String> command = new ArrayList<>(launcher);
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(flags);
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-cp"));
            command.add(System.getProperty("java.class.path"));
            command.add(Listener.class.getName());
            Arrays.stream(signals).map(PosixSignal::name).forEach(command::add);
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
            output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        }

        String line() throws IOException {
            return output.readLine();
        }

        void kill(String signal) throws IOException, InterruptedException {
            Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .inheritIO()
                    .start();
            assertThat(kill.waitFor()).isZero();
        }

        int exit() throws InterruptedException {
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        }

        @Override
        public void close() throws IOException {
            process.destroyForcibly();
            output.close();
            process.getOutputStream().close();
            process.getErrorStream().close();
        }
    }

    private static Child child(PosixSignal... signals) throws IOException {
        return new Child(List.of(), List.of(), signals);
    }

    @Test
    void reportsTheSignalsOfAnOrdinaryProcess() throws Exception {
        try (Child child = child(PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP, PosixSignal.SIGUSR1)) {
            assertThat(child.line()).isEqualTo("ready");
            for (String name : List.of("TERM", "INT", "USR1", "TERM", "USR1")) {
                child.kill(name);
                assertThat(child.line()).isEqualTo("SIG" + name);
            }
            child.kill("HUP");
            assertThat(child.line()).isEqualTo("SIGHUP");
            assertThat(child.line()).isEqualTo("closed");
            child.kill("TERM");
            assertThat(child.exit()).as("SIGTERM does again what it did before").isEqualTo(EXIT_BY_SIGTERM);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void readsBlockedSignalsFromTheKernelBesideDispatchedOnes(boolean withoutDispatch) throws Exception {
        List<String> flags = withoutDispatch ? List.of("-Xrs") : List.of();
        List<String> blocked = List.of("env", "--block-signal=USR1,ALRM" + (withoutDispatch ? ",TERM,HUP" : ""));
        try (Child child = new Child(
                blocked, flags, PosixSignal.SIGTERM, PosixSignal.SIGHUP, PosixSignal.SIGUSR1, PosixSignal.SIGALRM)) {
            assertThat(child.line()).isEqualTo("ready");
            for (String name : List.of("USR1", "TERM", "ALRM", "USR1", "TERM")) {
                child.kill(name);
                assertThat(child.line()).isEqualTo("SIG" + name);
            }
            child.kill("HUP");
            assertThat(child.line()).isEqualTo("SIGHUP");
            assertThat(child.line()).isEqualTo("closed");
        }
    }

    @Test
    void readsTheOrderForAThreadDumpWhereTheJvmLeavesIt() throws Exception {
        try (Child child = new Child(List.of("env", "--block-signal=QUIT"), List.of("-Xrs"), PosixSignal.SIGQUIT)) {
            assertThat(child.line()).isEqualTo("ready");
            child.kill("QUIT");
            assertThat(child.line()).isEqualTo("SIGQUIT");
        }
        try (Child child = new Child(List.of("env", "--block-signal=QUIT"), List.of(), PosixSignal.SIGQUIT)) {
            assertThat(child.line()).startsWith("SIGQUIT cannot be had").contains("thread dump", "-Xrs");
        }
    }

    @Test
    void saysWhyNothingIsDispatched() throws Exception {
        try (Child child = new Child(List.of(), List.of("-Xrs"), PosixSignal.SIGUSR1)) {
            assertThat(child.line()).startsWith("SIGUSR1 cannot be had").contains("-Xrs", "env --block-signal");
        }
    }

    @Test
    void saysWhyAnIgnoredSignalCannotBeHad() throws Exception {
        try (Child child = new Child(List.of("env", "--ignore-signal=HUP"), List.of(), PosixSignal.SIGHUP)) {
            assertThat(child.line()).startsWith("SIGHUP cannot be had").contains("nohup");
        }
    }

    @ParameterizedTest
    @EnumSource
    void opensWhatCanWorkAndSaysWhyTheRestCannot(PosixSignal signal) throws IOException {
        if (signal.refusal() != null) {
            assertThatThrownBy(() -> SignalFd.open(PosixSignal.SIGALRM, signal))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(signal + " cannot be had: ");
        } else if (signal == PosixSignal.SIGQUIT) {
            assertThatThrownBy(() -> SignalFd.open(signal))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("thread dump");
        } else {
            try (EventLoop loop = EventLoop.open();
                    SignalFd fd = SignalFd.open(signal)) {
                List<PosixSignal> taken = new ArrayList<>();
                loop.register(fd.fd(), Interest.READABLE, event -> taken.add(fd.take()));
                ThreadSignals.send(ThreadSignals.gettid(), signal.number());
                assertThat(loop.waitOnce(SOON)).isEqualTo(1);
                assertThat(taken).containsExactly(signal);
                assertThat(fd.take()).isNull();
            }
        }
        // A refusal leaves nothing taken.
        SignalFd.open(PosixSignal.SIGALRM).close();
    }

    @ParameterizedTest
    @EnumSource(names = {"SIGUSR2", "SIGSEGV", "SIGKILL", "SIGSTOP", "SIGPIPE"})
    void theJvmsAndTheKernelsSignalsAreRefused(PosixSignal signal) {
        assertThatThrownBy(() -> SignalFd.open(signal)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void severalPendingSignalsKeepTheDescriptorReadable() throws IOException {
        try (EventLoop loop = EventLoop.open();
                SignalFd fd = SignalFd.open(PosixSignal.SIGURG, PosixSignal.SIGWINCH)) {
            List<PosixSignal> taken = new ArrayList<>();
            loop.register(fd.fd(), Interest.READABLE, event -> taken.add(fd.take()));
            int thread = ThreadSignals.gettid();
            ThreadSignals.send(thread, PosixSignal.SIGURG.number());
            ThreadSignals.send(thread, PosixSignal.SIGWINCH.number());
            while (taken.stream().distinct().count() < 2) {
                assertThat(loop.waitOnce(SOON)).isEqualTo(1);
            }
            assertThat(taken).containsOnly(PosixSignal.SIGURG, PosixSignal.SIGWINCH);
        }
    }

    @Test
    void hasEachSignalOnce() throws IOException {
        try (SignalFd first = SignalFd.open(PosixSignal.SIGURG)) {
            assertThatThrownBy(() -> SignalFd.open(PosixSignal.SIGWINCH, PosixSignal.SIGURG))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("Another SignalFd has SIGURG");
            assertThat(first.take()).isNull();
        }
        SignalFd.open(PosixSignal.SIGWINCH, PosixSignal.SIGURG).close();
        assertThatThrownBy(SignalFd::open).isInstanceOf(IllegalArgumentException.class);
    }
}
