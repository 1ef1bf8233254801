package io.netpoll.it.process;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What the applications are started with: of all libraries of the tests those that they would have themselves. */
final class ClassPaths {

    /** The main class of the shop. */
    static final String SHOP_MAIN = "io.netpoll.it.shop.ShopApplication";

    private static final List<String> DEVTOOLS = List.of("spring-boot-devtools");
    private static final List<String> TOMCAT =
            List.of("spring-boot-tomcat", "tomcat-embed-core", "tomcat-embed-websocket");
    private static final List<String> OF_THE_MEMBERS = List.of(
            "spring-boot-starter-security",
            "spring-boot-security",
            "spring-security-",
            "spring-boot-starter-session-jdbc",
            "spring-boot-session",
            "spring-session-",
            "spring-boot-starter-jdbc",
            "spring-boot-jdbc",
            "spring-jdbc",
            "HikariCP",
            "h2-");

    private ClassPaths() {}

    /** The shop's. */
    static String shop() {
        return without(List.of(DEVTOOLS, OF_THE_MEMBERS, TOMCAT));
    }

    /** The shop's, with the server that nobody excluded. */
    static String shopWithTomcat() {
        return without(List.of(DEVTOOLS, OF_THE_MEMBERS));
    }

    /** The shop's, with devtools, which restarts what is in directories. */
    static String shopWithDevtools() {
        return without(List.of(OF_THE_MEMBERS, TOMCAT));
    }

    private static String without(List<List<String>> archives) {
        List<String> unwanted = archives.stream().flatMap(List::stream).toList();
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !entry.isEmpty())
                .filter(entry ->
                        unwanted.stream().noneMatch(Path.of(entry).getFileName().toString()::startsWith))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
