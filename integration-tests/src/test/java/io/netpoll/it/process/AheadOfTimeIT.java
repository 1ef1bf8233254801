package io.netpoll.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.it.Browser;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Spring and the JDK can do before the application starts. */
class AheadOfTimeIT {

    @TempDir
    private Path directory;

    /** Does what {@code spring-boot:process-aot} does: process, compile, and start with {@code spring.aot.enabled}. */
    @Test
    void processedContextStarts() throws IOException {
        Path sources = directory.resolve("sources");
        Path classes = directory.resolve("classes");
        String classPath = ClassPaths.shop();
        try (ApplicationProcess processor = ApplicationProcess.start(
                directory,
                classPath,
                "org.springframework.boot.SpringApplicationAotProcessor",
                ClassPaths.SHOP_MAIN,
                sources.toString(),
                classes.toString(),
                classes.toString(),
                "io.netpoll",
                "shop")) {
            assertThat(processor.awaitEnd()).as(processor::output).isZero();
        }
        compile(sources, classes, classPath);
        try (ApplicationProcess process = ApplicationProcess.start(
                        directory,
                        classes + ":" + classPath,
                        "-Dspring.aot.enabled=true",
                        ClassPaths.SHOP_MAIN,
                        "--server.port=0");
                Browser browser = new Browser(process.port())) {
            assertThat(process.output()).contains("Starting AOT-processed ShopApplication");
            assertThat(browser.get("/items").body()).contains("Käse");
            assertThat(browser.get("/order").body()).contains("<form");
            assertThat(process.terminate()).isEqualTo(143);
        }
    }

    private static void compile(Path sources, Path classes, String classPath) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> tree = Files.walk(sources)) {
            List<Path> units =
                    tree.filter(file -> file.toString().endsWith(".java")).toList();
            List<String> options = List.of(
                    "-nowarn", "-proc:none", "-parameters", "-d", classes.toString(), "-cp", classes + ":" + classPath);
            boolean compiled = compiler.getTask(
                            messages, files, null, options, null, files.getJavaFileObjectsFromPaths(units))
                    .call();
            assertThat(compiled).as(messages::toString).isTrue();
        }
    }

    /** A cache wants archives on the class path, no directories. */
    @Test
    void applicationTrainsAndUsesAnAotCache() {
        String classPath = Stream.of(ClassPaths.shop().split(":", -1))
                .filter(entry -> !Files.isDirectory(Path.of(entry)))
                .collect(Collectors.joining(":"));
        Path cache = directory.resolve("shop.aot");
        try (ApplicationProcess training = ApplicationProcess.start(
                        directory, classPath, "-XX:AOTCacheOutput=" + cache, ClassPaths.SHOP_MAIN, "--server.port=0");
                Browser browser = new Browser(training.port())) {
            assertThat(browser.get("/items").statusCode()).isEqualTo(200);
            training.terminate();
            assertThat(cache).isNotEmptyFile();
        }
        try (ApplicationProcess process = ApplicationProcess.start(
                        directory,
                        classPath,
                        "-XX:AOTCache=" + cache,
                        "-XX:AOTMode=on",
                        "-Xlog:class+load=info:file=" + directory.resolve("loaded.txt"),
                        ClassPaths.SHOP_MAIN,
                        "--server.port=0");
                Browser browser = new Browser(process.port())) {
            assertThat(browser.get("/items").body()).contains("Käse");
            assertThat(directory.resolve("loaded.txt"))
                    .content()
                    .containsPattern("io\\.netpoll\\.reactor\\.EventLoop source: shared objects file");
        }
    }
}
