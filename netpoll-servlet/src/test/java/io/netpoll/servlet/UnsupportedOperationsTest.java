package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What throws {@link UnsupportedOperationException} is a row of the documentation, and nothing else is. */
class UnsupportedOperationsTest {

    private static final Path DOCUMENT = Path.of("../docs/servlet.md");
    private static final Pattern ROW = Pattern.compile("\\| (`.+`) \\| [^|]+ \\| [^|]+ \\|");
    private static final Pattern METHOD = Pattern.compile("`([\\w.]+)`");

    private static final JavaClasses ENGINE = new ClassFileImporter()
            .importUrl(
                    WebApplication.class.getProtectionDomain().getCodeSource().getLocation());

    private static List<String> documented() throws IOException {
        return Files.readAllLines(DOCUMENT).stream()
                .dropWhile(line -> !line.equals("## What throws `UnsupportedOperationException`"))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .flatMap(row -> METHOD.matcher(row.group(1)).results())
                .map(method -> method.group(1))
                .toList();
    }

    private static Stream<JavaCodeUnit> throwing(JavaClasses classes) {
        return classes.stream()
                .flatMap(type -> type.getCodeUnits().stream())
                .filter(unit -> unit.getConstructorCallsFromSelf().stream()
                        .anyMatch(call -> call.getTargetOwner().isEquivalentTo(UnsupportedOperationException.class)));
    }

    /** The names of the API's methods that a method of the engine implements; its own name if there are none. */
    private static Stream<String> methodsOfTheApi(JavaCodeUnit unit) {
        if (unit.getOwner().isEquivalentTo(RestrictedContext.class)) {
            return RestrictedContext.FORBIDDEN.stream().map(name -> "ServletContext." + name);
        }
        Set<String> implemented = unit.getOwner().getAllRawInterfaces().stream()
                .filter(type -> type.getPackageName().startsWith("jakarta.servlet"))
                .filter(type -> type.getMethods().stream().anyMatch(method -> isSame(method, unit)))
                .map(type -> type.getName()
                                .substring(type.getPackageName().length() + 1)
                                .replace('$', '.') + "." + unit.getName())
                .collect(Collectors.toCollection(HashSet::new));
        return implemented.isEmpty() ? Stream.of(unit.getFullName()) : implemented.stream();
    }

    @Test
    void tableIsThatOfTheClasses() throws IOException {
        Set<String> thrown = throwing(ENGINE)
                .flatMap(UnsupportedOperationsTest::methodsOfTheApi)
                .collect(Collectors.toSet());
        assertThat(documented()).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(thrown);
    }

    /** A default method of the API that is not supported would be inherited unseen. */
    @Test
    void nothingUnsupportedIsInherited() {
        JavaClasses api = new ClassFileImporter().importPackages("jakarta.servlet");
        List<JavaCodeUnit> defaults =
                throwing(api).filter(unit -> unit.getOwner().isInterface()).toList();
        List<String> inherited = defaults.stream()
                .flatMap(unit -> ENGINE.stream()
                        .filter(type -> !type.isInterface()
                                && type.isAssignableTo(unit.getOwner().getName()))
                        .filter(type -> !declares(type, unit))
                        .map(type -> type.getName() + " inherits " + unit.getFullName()))
                .toList();
        assertThat(inherited).isEmpty();
    }

    private static boolean declares(JavaClass type, JavaCodeUnit unit) {
        return Stream.concat(Stream.of(type), type.getAllRawSuperclasses().stream())
                .flatMap(owner -> owner.getMethods().stream())
                .anyMatch(method -> isSame(method, unit));
    }

    private static boolean isSame(JavaCodeUnit one, JavaCodeUnit other) {
        return one.getName().equals(other.getName()) && types(one).equals(types(other));
    }

    private static List<String> types(JavaCodeUnit unit) {
        return unit.getRawParameterTypes().stream().map(JavaClass::getName).toList();
    }
}
