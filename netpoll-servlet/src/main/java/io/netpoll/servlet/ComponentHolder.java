package io.netpoll.servlet;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/**
 * A registered servlet or filter: its name, class, and initialisation parameters, and the instance, once there is one.
 *
 * @param <T> the kind of component
 */
abstract class ComponentHolder<T> {

    private final ApplicationContext context;
    private final String name;
    private final Class<? extends T> type;
    private final InitParameters initParameters = new InitParameters();
    private @Nullable T instance;
    private boolean asyncSupported;

    ComponentHolder(ApplicationContext context, String name, Class<? extends T> type, @Nullable T instance) {
        this.context = context;
        this.name = name;
        this.type = type;
        this.instance = instance;
    }

    final String name() {
        return name;
    }

    final Class<? extends T> type() {
        return type;
    }

    final String className() {
        return type.getName();
    }

    final InitParameters initParameters() {
        return initParameters;
    }

    final boolean isAsyncSupported() {
        return asyncSupported;
    }

    final void asyncSupported(boolean value) {
        asyncSupported = value;
    }

    /** The instance that was registered, or one of the class. One thread at a time. */
    final T instance() throws ServletException {
        T known = instance;
        if (known == null) {
            known = context.instantiate(type);
            instance = known;
        }
        return known;
    }

    /** As {@code ServletConfig} and {@code FilterConfig} have it. */
    public ServletContext getServletContext() {
        return context;
    }

    /** As {@code ServletConfig} and {@code FilterConfig} have it. */
    public @Nullable String getInitParameter(String parameter) {
        return initParameters.get(parameter);
    }

    /** As {@code ServletConfig} and {@code FilterConfig} have it. */
    public Enumeration<String> getInitParameterNames() {
        return initParameters.names();
    }
}
