package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/** A program that a test needs. */
final class RequiredTool {

    private RequiredTool() {}

    /** Skips the test, naming the Debian package, where the program is missing; fails where the CI should have it. */
    static void require(String program, String debianPackage) {
        String path = System.getenv().getOrDefault("PATH", "");
        boolean found = Stream.concat(
                        Arrays.stream(path.split(File.pathSeparator, -1)), Stream.of("/usr/sbin", "/sbin"))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
        if ("true".equals(System.getenv("CI"))) {
            assertThat(found)
                    .as("%s is there (Debian package %s)", program, debianPackage)
                    .isTrue();
        }
        assumeTrue(found, () -> "needs " + program + " (Debian package " + debianPackage + ")");
    }
}
