package io.netpoll.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.accessTargetWhere;
import static com.tngtech.archunit.lang.conditions.ArchConditions.have;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;

/** What core's code may call. */
final class CallRules {

    /** What parks a thread, which is never the loop's: until a stream is ready, or a helper is. Names are relative to the root. */
    private static final Set<String> PARK_AN_OWNER = Set.of("http1.Waiter", "http.BlockingWork");

    private static final Set<String> READ_THE_TIME = Set.of("reactor.SystemClock");

    private static final Set<String> CREATE_THREADS = Set.of(
            "server.EventPump",
            "server.HandlerThreads",
            "server.HelperThreads",
            "server.LoopCarrier",
            "server.LoopThreads",
            "server.RunningServer");

    /** Nothing blocks the loop but {@code epoll_wait}. */
    static ArchRule nothingBlocks(String root) {
        return noClasses()
                .that()
                .resideInAnyPackage(root + ".reactor..", root + ".net..", root + ".http..", root + ".http1..")
                .and(not(in(root, PARK_AN_OWNER)))
                .should(accessTargetWhere(anyOf(Calls.THAT_BLOCK).as("the call blocks")))
                .orShould()
                .dependOnClassesThat(Calls.TYPES_THAT_BLOCK)
                .orShould(have(describe("a synchronized method", CallRules::hasSynchronizedMethod)));
    }

    static ArchRule timeOnlyThroughClock(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .and(not(in(root, READ_THE_TIME)))
                .should(accessTargetWhere(anyOf(Calls.THAT_READ_THE_TIME).as("the call reads the time")));
    }

    static ArchRule threadsOnlyWhereListed(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .and(not(in(root, CREATE_THREADS)))
                .should(accessTargetWhere(anyOf(Calls.THAT_CREATE_THREADS).as("the call creates a thread")));
    }

    /** Core tells its listener; who listens may log. */
    static ArchRule nothingLogs(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.util.logging", "org.slf4j..", "org.apache..")
                        .or(belongToAnyOf(System.Logger.class, System.LoggerFinder.class, PrintStream.class)))
                .orShould(accessTargetWhere(anyOf(Calls.THAT_PRINT).as("the call prints")));
    }

    private static boolean hasSynchronizedMethod(JavaClass type) {
        return type.getMethods().stream()
                .filter(method -> method.getModifiers().contains(JavaModifier.SYNCHRONIZED))
                // An exception that overrides it has to be synchronized as its superclass is.
                .anyMatch(method -> !method.getName().equals("fillInStackTrace"));
    }

    private static DescribedPredicate<JavaClass> in(String root, Set<String> names) {
        return describe("in " + names, type -> names.contains(outermost(type, root)));
    }

    private static String outermost(JavaClass type, String root) {
        String name = type.getName().substring(root.length() + 1);
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private static DescribedPredicate<JavaAccess<?>> anyOf(List<Calls> calls) {
        return describe("any of " + calls, access -> calls.stream().anyMatch(it -> it.include(access)));
    }

    private CallRules() {}
}
