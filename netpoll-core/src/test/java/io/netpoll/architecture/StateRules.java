package io.netpoll.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaModifier.FINAL;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.lang.ArchRule;
import java.lang.invoke.VarHandle;
import java.util.Set;

/** A state is an enum, or a word with a table of its legal transitions, and one class changes it. */
final class StateRules {

    private static final Set<String> NUMBERS = Set.of("byte", "short", "int", "long");

    static ArchRule changedInOneClass(String root) {
        return fields().that()
                .areDeclaredInClassesThat()
                .resideInAPackage(root + "..")
                .and(hold(root))
                .should()
                .bePrivate();
    }

    /** {@code phase = -1…7} is not a state. A word is called {@code word}; the constants of its layout are no states. */
    static ArchRule notNumbers(String root) {
        return noFields()
                .that()
                .areDeclaredInClassesThat()
                .resideInAPackage(root + "..")
                .and()
                .haveNameMatching("state|phase|.*State|.*Phase|(STATE|PHASE)_(?!BITS|MASK|SHIFT).*")
                .should()
                .haveRawType(describe("a number", type -> NUMBERS.contains(type.getName())));
    }

    private static DescribedPredicate<JavaField> hold(String root) {
        return describe("hold a state", field -> isWord(field.getRawType()) || isChangingEnum(field, root));
    }

    private static boolean isWord(JavaClass type) {
        return type.isEquivalentTo(VarHandle.class)
                || (type.getPackageName().equals("java.util.concurrent.atomic")
                        && type.getSimpleName().startsWith("Atomic"));
    }

    private static boolean isChangingEnum(JavaField field, String root) {
        return field.getRawType().isEnum()
                && field.getRawType().getPackageName().startsWith(root)
                && !field.getModifiers().contains(FINAL);
    }

    private StateRules() {}
}
