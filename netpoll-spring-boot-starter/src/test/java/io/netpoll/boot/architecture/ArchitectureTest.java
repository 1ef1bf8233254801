package io.netpoll.boot.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final String BAD_EXAMPLE = "io.netpoll.boot.architecture.bad";

    /** What the starter may know of the reactor: what {@code server} hands out and throws. */
    private static final Set<String> REACTOR_VIEWS =
            Set.of("LoopStatistics", "SystemCallException", "UnsupportedPlatformException");

    @Test
    void starterLeavesTheInsideAlone() {
        JavaClasses starter = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("io.netpoll.boot");

        leavesTheInsideAlone("io.netpoll").check(starter);
    }

    @Test
    void badExampleIsReported() {
        JavaClasses example = new ClassFileImporter().importPackages(BAD_EXAMPLE);
        List<String> bad = example.stream()
                .filter(type -> type.getSimpleName().startsWith("Bad"))
                .map(JavaClass::getName)
                .toList();

        List<String> reports = leavesTheInsideAlone(BAD_EXAMPLE)
                .evaluate(example)
                .getFailureReport()
                .getDetails();

        assertThat(bad).isNotEmpty().allSatisfy(name -> assertThat(reports).anyMatch(report -> report.contains(name)));
        assertThat(reports).allMatch(report -> bad.stream().anyMatch(report::contains));
    }

    private static ArchRule leavesTheInsideAlone(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + ".boot..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(root + ".sys..", root + ".http1.codec..")
                        .or(resideInAnyPackage(root + ".reactor..").and(notAView())))
                .allowEmptyShould(true);
    }

    private static DescribedPredicate<JavaClass> notAView() {
        return describe("are not in " + REACTOR_VIEWS, type -> !REACTOR_VIEWS.contains(type.getSimpleName()));
    }
}
