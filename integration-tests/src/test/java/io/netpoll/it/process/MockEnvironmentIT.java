package io.netpoll.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.it.shop.ShopApplication;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.web.server.servlet.ServletWebServerFactory;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** A test of the whole application without a server makes no call of native code, and starts no thread of netpoll. */
class MockEnvironmentIT {

    @TempDir
    private Path directory;

    @Test
    void mockEnvironmentTouchesNothingNative() throws Exception {
        Path classes = directory.resolve("initialized.txt");
        try (ApplicationProcess process = ApplicationProcess.start(
                directory, ClassPaths.shop(), "-Xlog:class+init=info:file=" + classes, Mocked.class.getName())) {
            assertThat(process.awaitEnd()).as(process::output).isZero();
            assertThat(process.output()).contains("mocked: io.netpoll.boot.NetpollServletWebServerFactory, 0 threads");
            assertThat(Files.readString(classes))
                    .contains("io.netpoll.boot.NetpollServletWebServerFactory")
                    .doesNotContain("io.netpoll.sys.", "io.netpoll.reactor.EventLoop");
        }
    }

    /** What a test framework does with a test, as a main class. */
    @SpringBootTest(classes = ShopApplication.class)
    @AutoConfigureMockMvc
    static class Mocked {

        @Autowired
        private MockMvcTester mvc;

        @Autowired
        private ServletWebServerFactory factory;

        /** The entry point. */
        public static void main(String[] args) throws Exception {
            Mocked test = new Mocked();
            new TestContextManager(Mocked.class).prepareTestInstance(test);
            assertThat(test.mvc.get().uri("/items")).hasStatusOk();
            long threads = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().contains("netpoll"))
                    .count();
            System.out.println("mocked: " + test.factory.getClass().getName() + ", " + threads + " threads");
            System.exit(0);
        }
    }
}
