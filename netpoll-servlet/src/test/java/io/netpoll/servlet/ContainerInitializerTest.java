package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.HandlesTypes;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Initializers of the API's own kind (Servlet 6.1 §8.2.4). */
class ContainerInitializerTest {

    private static final List<Class<?>> CLASSES = List.of(
            Greeter.class, Polite.class, VeryPolite.class, OnClass.class, OnMethod.class, OnField.class, Plain.class);

    private final TestApplication application = new TestApplication();

    @AfterEach
    void close() {
        application.close();
    }

    @Retention(RetentionPolicy.RUNTIME)
    private @interface Mark {}

    private interface Greeter {}

    private static class Polite implements Greeter {}

    private static final class VeryPolite extends Polite {}

    @Mark
    private static final class OnClass {}

    private static final class OnMethod {
        @Mark
        void method() {}
    }

    private static final class OnField {
        @Mark
        String field = "";
    }

    private static final class Plain {}

    private abstract static class Recording implements ServletContainerInitializer {

        private final List<@Nullable Set<Class<?>>> calls = new ArrayList<>();

        @Override
        public void onStartup(@Nullable Set<Class<?>> classes, ServletContext context) {
            calls.add(classes);
            context.addServlet("mine", new TestApplication.ActionServlet((_, response) -> response.getWriter()
                            .write("registered")))
                    .addMapping("/mine");
        }
    }

    @HandlesTypes(Greeter.class)
    private static final class OfType extends Recording {}

    @HandlesTypes(Mark.class)
    private static final class OfMark extends Recording {}

    @HandlesTypes({Mark.class, VeryPolite.class})
    private static final class OfMarkAndSubtypes extends Recording {}

    @HandlesTypes(VeryPolite.class)
    private static final class OfNothing extends Recording {}

    private static final class Unannotated extends Recording {}

    private @Nullable Set<Class<?>> classesFor(Recording initializer) {
        try (TestApplication one = new TestApplication()) {
            one.builder.initializer(initializer, CLASSES);
            assertThat(one.get("/mine").body()).isEqualTo("registered");
        }
        assertThat(initializer.calls).hasSize(1);
        return initializer.calls.getFirst();
    }

    @Test
    void classesBelowTheTypesAreHandedOver() {
        assertThat(classesFor(new OfType())).containsExactly(Polite.class, VeryPolite.class);
    }

    @Test
    void annotationsCountAtClassesMethodsAndFields() {
        assertThat(classesFor(new OfMark())).containsExactly(OnClass.class, OnMethod.class, OnField.class);
        assertThat(classesFor(new OfMarkAndSubtypes())).containsExactly(OnClass.class, OnMethod.class, OnField.class);
    }

    @Test
    void nothingHandledIsNull() {
        assertThat(classesFor(new OfNothing())).isNull();
        assertThat(classesFor(new Unannotated())).isNull();
    }

    @Test
    void initializersRunInTheOrderAdded() {
        List<String> seen = new ArrayList<>();
        application.builder.initializer(_ -> seen.add("first"));
        application.builder.initializer((_, _) -> seen.add("second"), List.of());
        application.builder.initializer(_ -> seen.add("third"));
        application.started();
        assertThat(seen).containsExactly("first", "second", "third");
    }

    @Test
    void failureEndsTheStart() throws Exception {
        application.builder.initializer(
                (_, _) -> {
                    throw new ServletException("no");
                },
                List.of());
        try (WebApplication failing = application.builder.build()) {
            assertThatExceptionOfType(ServletException.class)
                    .isThrownBy(failing::initialize)
                    .withMessage("no");
        }
    }
}
