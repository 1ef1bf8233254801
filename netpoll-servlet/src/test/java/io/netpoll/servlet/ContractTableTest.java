package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ReadListener;
import jakarta.servlet.Registration;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletConnection;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.Part;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** The table of contracts is complete, and its tests exist. */
class ContractTableTest {

    private static final Path TABLE = Path.of("../docs/servlet-contracts.md");
    private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| (.+) \\| `(\\w+)#(\\w+)` \\|");

    private static final List<Class<?>> API = List.of(
            ServletContext.class,
            Registration.class,
            Registration.Dynamic.class,
            ServletRegistration.class,
            ServletRegistration.Dynamic.class,
            FilterRegistration.class,
            FilterRegistration.Dynamic.class,
            ServletConfig.class,
            FilterConfig.class,
            FilterChain.class,
            ServletRequest.class,
            HttpServletRequest.class,
            ServletResponse.class,
            HttpServletResponse.class,
            RequestDispatcher.class,
            AsyncContext.class,
            AsyncListener.class,
            ServletInputStream.class,
            ReadListener.class,
            ServletOutputStream.class,
            WriteListener.class,
            HttpSession.class,
            HttpSession.Accessor.class,
            SessionCookieConfig.class,
            Part.class,
            HttpServletMapping.class,
            ServletConnection.class,
            HttpUpgradeHandler.class,
            WebConnection.class);

    private record Row(String type, String method, String contract, String testClass, String test) {

        String name() {
            return method.substring(0, method.indexOf('('));
        }

        String key() {
            return type + "." + method;
        }
    }

    private static List<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        String type = "";
        for (String line : Files.readAllLines(TABLE)) {
            Matcher row = ROW.matcher(line);
            if (line.startsWith("## ")) {
                type = line.substring(3);
            } else if (row.matches()) {
                rows.add(new Row(type, row.group(1), row.group(2), row.group(3), row.group(4)));
            } else {
                assertThat(line).as("a row without a contract or a test").doesNotStartWith("| `");
            }
        }
        return rows;
    }

    private static String name(Class<?> type) {
        Class<?> outer = type.getDeclaringClass();
        return outer == null ? type.getSimpleName() : outer.getSimpleName() + "." + type.getSimpleName();
    }

    private static Stream<String> methods(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .map(method -> name(type) + "." + method.getName()
                        + Arrays.stream(method.getParameterTypes())
                                .map(Class::getSimpleName)
                                .collect(Collectors.joining(", ", "(", ")")));
    }

    @Test
    void everyMethodOfTheApiHasOneRow() throws IOException {
        List<String> wanted = API.stream().flatMap(ContractTableTest::methods).toList();
        assertThat(rows()).extracting(Row::key).containsExactlyInAnyOrderElementsOf(wanted);
    }

    @Test
    void everyRowsTestExists() throws IOException {
        assertThat(rows()).allSatisfy(row -> {
            Method test = Arrays.stream(Class.forName("io.netpoll.servlet." + row.testClass())
                            .getDeclaredMethods())
                    .filter(method -> method.getName().equals(row.test()))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("No test of that name for " + row));
            assertThat(test.isAnnotationPresent(Test.class) || test.isAnnotationPresent(ParameterizedTest.class))
                    .as("is a test: " + row)
                    .isTrue();
        });
    }

    /** A test's class calls the method or, where that is the engine's part, implements it. */
    @Test
    void everyRowsTestHasToDoWithTheMethod() throws IOException {
        JavaClasses tests = new ClassFileImporter().importPackages("io.netpoll.servlet");
        List<String> strangers = rows().stream()
                .filter(row -> tests.stream()
                        .filter(type -> belongsTo(type, row.testClass()))
                        .noneMatch(type -> deals(type, row.name())))
                .map(row -> row.key() + " in " + row.testClass())
                .toList();
        assertThat(strangers).isEmpty();
    }

    private static boolean belongsTo(JavaClass type, String testClass) {
        String own = "io.netpoll.servlet." + testClass;
        return type.getName().equals(own) || type.getName().startsWith(own + "$");
    }

    private static boolean deals(JavaClass type, String method) {
        return Stream.concat(type.getCodeUnitCallsFromSelf().stream(), type.getCodeUnitReferencesFromSelf().stream())
                        .anyMatch(access -> access.getTarget().getName().equals(method))
                || type.getMethods().stream().anyMatch(own -> own.getName().equals(method));
    }
}
