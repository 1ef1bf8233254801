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
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What a package may know. */
final class PackageRules {

    private static final DescribedPredicate<JavaClass> SIGNALS = nameMatching("sun\\.misc\\.Signal(Handler)?")
            .<JavaClass>forSubtype()
            .as("the signals of jdk.unsupported");

    /** {@code sys ← reactor ← net ← http1 ← server}, with {@code http} and, above it, {@code handler} beside them: each package and who may know it. */
    private static final Map<String, List<String>> KNOWN_TO = Map.of(
            "sys", List.of("reactor", "net", "http1", "server"),
            "reactor", List.of("net", "http1", "server"),
            "net", List.of("http1", "server"),
            "http", List.of("handler", "http1.codec", "http1", "server"),
            "handler", List.of("server"),
            "http1.codec", List.of("http1", "server"),
            "http1", List.of("server"),
            "server", List.of());

    /** No arrow back, and no class outside the layers. */
    static ArchRule layers(String root) {
        LayeredArchitecture layers = layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .withOptionalLayers(true)
                .ensureAllClassesAreContainedInArchitecture();
        for (String name : KNOWN_TO.keySet()) {
            layers = layers.layer(name).definedBy(root + "." + name);
        }
        for (String name : KNOWN_TO.keySet()) {
            String[] users = KNOWN_TO.get(name).toArray(String[]::new);
            LayeredArchitecture.LayerDependencySpecification layer = layers.whereLayer(name);
            layers = users.length == 0 ? layer.mayNotBeAccessedByAnyLayer() : layer.mayOnlyBeAccessedByLayers(users);
        }
        return layers;
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
                        .and(not(belongToAnyOf(Thread.class, ThreadLocal.class, Process.class)))
                        // What a peer did wrong is an input that cannot be read.
                        .or(belongToAnyOf(IOException.class)));
    }

    /** Of others' code core knows {@code java.base}, the Flight Recorder, signals, and the annotations of JSpecify. */
    static ArchRule onlyTheJdk(String root) {
        return classes()
                .that()
                .resideInAPackage(root + "..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                root + "..", "java..", "javax.net.ssl", "jdk.jfr..", "org.jspecify.annotations")
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
