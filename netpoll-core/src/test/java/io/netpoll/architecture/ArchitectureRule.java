package io.netpoll.architecture;

import com.tngtech.archunit.lang.ArchRule;
import java.util.Locale;

/** A rule that the packages below one root keep: {@code io.netpoll}, or that of a bad example. */
enum ArchitectureRule {
    LAYERS,
    CYCLES,
    FFM_CALLS,
    FFM_MEMORY,
    PURE_CODEC,
    JDK_ONLY,
    SIGNALS,
    BLOCKING,
    TIME,
    THREADS,
    LOGGING,
    PRIVATE_STATES,
    NAMED_STATES;

    /** The rule for the packages below this root. A package may still be empty. */
    ArchRule below(String root) {
        ArchRule rule =
                switch (this) {
                    case LAYERS -> PackageRules.layers(root);
                    case CYCLES -> PackageRules.noCycles(root);
                    case FFM_CALLS -> PackageRules.callsOnlyInSys(root);
                    case FFM_MEMORY -> PackageRules.memoryOnlyBelowHttp(root);
                    case PURE_CODEC -> PackageRules.codecKnowsValuesOnly(root);
                    case JDK_ONLY -> PackageRules.onlyTheJdk(root);
                    case SIGNALS -> PackageRules.signalsInOneClass(root);
                    case BLOCKING -> CallRules.nothingBlocks(root);
                    case TIME -> CallRules.timeOnlyThroughClock(root);
                    case THREADS -> CallRules.threadsOnlyWhereListed(root);
                    case LOGGING -> CallRules.nothingLogs(root);
                    case PRIVATE_STATES -> StateRules.changedInOneClass(root);
                    case NAMED_STATES -> StateRules.notNumbers(root);
                };
        return rule.allowEmptyShould(true);
    }

    String badExample() {
        return "io.netpoll.architecture.bad." + name().toLowerCase(Locale.ROOT).replace("_", "");
    }
}
