package io.netpoll.servlet;

import jakarta.servlet.Registration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The registration of a servlet or filter as the application sees it (Servlet 6.1 §4.4). What changes it is illegal after
 * the start.
 *
 * @param <H> what it registers
 */
abstract class ComponentHandle<H extends ComponentHolder<?>> implements Registration.Dynamic {

    private final H holder;
    private final Registrations registrations;

    ComponentHandle(H holder, Registrations registrations) {
        this.holder = holder;
        this.registrations = registrations;
    }

    final H holder() {
        return holder;
    }

    final Registrations registrations() {
        return registrations;
    }

    @Override
    public final void setAsyncSupported(boolean isAsyncSupported) {
        registrations.requireOpen();
        holder.asyncSupported(isAsyncSupported);
    }

    @Override
    public final String getName() {
        return holder.name();
    }

    @Override
    public final String getClassName() {
        return holder.className();
    }

    @Override
    public final boolean setInitParameter(String name, String value) {
        registrations.requireOpen();
        return holder.initParameters().set(name, value);
    }

    @Override
    public final @Nullable String getInitParameter(String name) {
        return holder.initParameters().get(name);
    }

    @Override
    public final Set<String> setInitParameters(Map<String, String> initParameters) {
        registrations.requireOpen();
        return holder.initParameters().setAll(initParameters);
    }

    @Override
    public final Map<String, String> getInitParameters() {
        return holder.initParameters().all();
    }
}
