package io.netpoll.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Set;
import java.util.TreeSet;

/** What a package may know. */
final class PackageRules {

    private static final DescribedPredicate<JavaClass> SIGNALS = nameMatching("sun\\.misc\\.Signal(Handler)?")
            .<JavaClass>forSubtype()
            .as("the signals of jdk.unsupported");

    /** {@code sys ← reactor ← net ← http1 ← server}, with {@code http} beside them; no arrow back. */
    static ArchRule layers(String root) {
        return layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .withOptionalLayers(true)
                .layer("sys")
                .definedBy(root + ".sys..")
                .layer("reactor")
                .definedBy(root + ".reactor..")
                .layer("net")
                .definedBy(root + ".net..")
                .layer("http")
                .definedBy(root + ".http..")
                .layer("http1.codec")
                .definedBy(root + ".http1.codec..")
                .layer("http1")
                .definedBy(root + ".http1")
                .layer("server")
                .definedBy(root + ".server..")
                .whereLayer("server")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("http1")
                .mayOnlyBeAccessedByLayers("server")
                .whereLayer("http1.codec")
                .mayOnlyBeAccessedByLayers("http1", "server")
                .whereLayer("net")
                .mayOnlyBeAccessedByLayers("http1", "server")
                .whereLayer("reactor")
                .mayOnlyBeAccessedByLayers("net", "http1", "server")
                .whereLayer("sys")
                .mayOnlyBeAccessedByLayers("reactor", "net", "http1", "server")
                .whereLayer("http")
                .mayOnlyBeAccessedByLayers("http1.codec", "http1", "server")
                .ensureAllClassesAreContainedInArchitecture();
    }

    static ArchRule noCycles(String root) {
        return slices().matching(root + ".(**)").should().beFreeOfCycles();
    }

    /** Only {@code sys} knows how to call C. */
    static ArchRule callsOnlyInSys(String root) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(root + ".sys..")
                .should()
                .dependOnClassesThat(
                        belongToAnyOf(Linker.class, SymbolLookup.class, FunctionDescriptor.class, MethodHandle.class));
    }

    static ArchRule memoryOnlyBelowHttp(String root) {
        return noClasses()
                .that()
                .resideOutsideOfPackages(root + ".sys..", root + ".reactor..", root + ".net..")
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.lang.foreign"));
    }

    /** {@code http1.codec} knows {@code http}, and of the JDK what holds a value. */
    static ArchRule codecKnowsValuesOnly(String root) {
        return classes()
                .that()
                .resideInAPackage(root + ".http1.codec..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                root + ".http1.codec..",
                                root + ".http",
                                "java.lang",
                                "java.math",
                                "java.nio.charset",
                                "java.time..",
                                "java.util",
                                "java.util.function",
                                "java.util.stream",
                                "org.jspecify.annotations")
                        .and(not(belongToAnyOf(Thread.class, ThreadLocal.class, Process.class))));
    }

    /** Of others' code core knows {@code java.base}, the Flight Recorder, signals, and the annotations of JSpecify. */
    static ArchRule onlyTheJdk(String root) {
        return classes()
                .that()
                .resideInAPackage(root + "..")
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage(root + "..", "java..", "jdk.jfr..", "org.jspecify.annotations")
                                .or(SIGNALS));
    }

    /** One class knows {@code jdk.unsupported}. */
    static ArchRule signalsInOneClass(String root) {
        return classes().that().resideInAPackage(root + "..").should(new OneUser(SIGNALS));
    }

    private static final class OneUser extends ArchCondition<JavaClass> {

        private final DescribedPredicate<JavaClass> used;
        private final Set<String> users = new TreeSet<>();

        OneUser(DescribedPredicate<JavaClass> used) {
            super("leave " + used.getDescription() + " to one class");
            this.used = used;
        }

        @Override
        public void check(JavaClass type, ConditionEvents events) {
            if (type.getDirectDependenciesFromSelf().stream().anyMatch(it -> used.test(it.getTargetClass()))) {
                users.add(outermost(type).getName());
            }
        }

        @Override
        public void finish(ConditionEvents events) {
            if (users.size() > 1) {
                events.add(SimpleConditionEvent.violated(users, "Several classes use them: " + users));
            }
        }

        private static JavaClass outermost(JavaClass type) {
            return type.getEnclosingClass().map(OneUser::outermost).orElse(type);
        }
    }

    private PackageRules() {}
}
