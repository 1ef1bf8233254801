package io.netpoll.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArchitectureTest {

    private static final String ROOT = "io.netpoll";

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @ParameterizedTest
    @EnumSource
    void coreKeeps(ArchitectureRule rule) {
        rule.below(ROOT).check(CORE);
    }

    /** In a bad example, every class named {@code Bad…} is reported, and no other class is. */
    @ParameterizedTest
    @EnumSource
    void badExampleIsReported(ArchitectureRule rule) {
        JavaClasses example = new ClassFileImporter().importPackages(rule.badExample());
        List<String> bad = example.stream()
                .filter(type -> type.getSimpleName().startsWith("Bad"))
                .map(JavaClass::getName)
                .toList();

        List<String> reports = rule.below(rule.badExample())
                .evaluate(example)
                .getFailureReport()
                .getDetails();

        assertThat(bad).isNotEmpty().allSatisfy(name -> assertThat(reports).anyMatch(report -> report.contains(name)));
        assertThat(reports).allMatch(report -> bad.stream().anyMatch(report::contains));
    }
}
