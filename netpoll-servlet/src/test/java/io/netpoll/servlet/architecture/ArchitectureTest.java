package io.netpoll.servlet.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final String BAD_EXAMPLE = "io.netpoll.servlet.architecture.bad";

    @Test
    void engineKnowsTheApiAndTheSeam() {
        JavaClasses engine = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("io.netpoll.servlet");

        knowsTheApiAndTheSeamOnly("io.netpoll").check(engine);
    }

    @Test
    void badExampleIsReported() {
        JavaClasses example = new ClassFileImporter().importPackages(BAD_EXAMPLE);
        List<String> bad = example.stream()
                .filter(type -> type.getSimpleName().startsWith("Bad"))
                .map(JavaClass::getName)
                .toList();

        List<String> reports = knowsTheApiAndTheSeamOnly(BAD_EXAMPLE)
                .evaluate(example)
                .getFailureReport()
                .getDetails();

        assertThat(bad).isNotEmpty().allSatisfy(name -> assertThat(reports).anyMatch(report -> report.contains(name)));
        assertThat(reports).allMatch(report -> bad.stream().anyMatch(report::contains));
    }

    /** No Spring, no library but the JDK (its sessions of TLS for §3.11), and of core what it exports. */
    private static ArchRule knowsTheApiAndTheSeamOnly(String root) {
        return classes()
                .that()
                .resideInAPackage(root + ".servlet..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        root + ".servlet..",
                        root + ".http",
                        root + ".http1",
                        root + ".net",
                        root + ".reactor",
                        root + ".server",
                        "jakarta.servlet..",
                        "java..",
                        "javax.net.ssl",
                        "org.jspecify.annotations"))
                .allowEmptyShould(true);
    }
}
