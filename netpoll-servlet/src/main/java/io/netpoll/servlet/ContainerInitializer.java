package io.netpoll.servlet;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.HandlesTypes;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link ServletContainerInitializer} with the classes that it handles (Servlet 6.1 §8.2.4), out of those that the
 * application was said to have.
 */
final class ContainerInitializer implements Initializer {

    private final ServletContainerInitializer initializer;
    private final List<Class<?>> candidates;

    ContainerInitializer(ServletContainerInitializer initializer, Collection<Class<?>> candidates) {
        this.initializer = initializer;
        this.candidates = List.copyOf(candidates);
    }

    @Override
    public void onStartup(ServletContext context) throws ServletException {
        initializer.onStartup(handled(), context);
    }

    /** {@code null} where nothing is handled, as the API's Javadoc has it. */
    private @Nullable Set<Class<?>> handled() {
        HandlesTypes handles = initializer.getClass().getAnnotation(HandlesTypes.class);
        if (handles == null) {
            return null;
        }
        Set<Class<?>> matching = new LinkedHashSet<>();
        for (Class<?> candidate : candidates) {
            if (Arrays.stream(handles.value()).anyMatch(type -> matches(candidate, type))) {
                matching.add(candidate);
            }
        }
        return matching.isEmpty() ? null : matching;
    }

    /** Extends or implements the type, or bears it as an annotation: at the class, a method, or a field. */
    private static boolean matches(Class<?> candidate, Class<?> type) {
        if (type.isAnnotation()) {
            Class<? extends Annotation> annotation = type.asSubclass(Annotation.class);
            return bearers(candidate).anyMatch(bearer -> bearer.isAnnotationPresent(annotation));
        }
        return type.isAssignableFrom(candidate) && !type.equals(candidate);
    }

    private static Stream<AnnotatedElement> bearers(Class<?> candidate) {
        return Stream.of(
                        Stream.of(candidate),
                        Arrays.stream(candidate.getDeclaredMethods()),
                        Arrays.stream(candidate.getDeclaredFields()))
                .flatMap(bearers -> bearers);
    }
}
