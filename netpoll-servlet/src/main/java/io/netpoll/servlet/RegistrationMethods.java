package io.netpoll.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import java.util.EventListener;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The methods of the context by which servlets, filters, and listeners are added by program (Servlet 6.1 §4.4). */
abstract class RegistrationMethods implements ServletContext {

    abstract Registrations registrations();

    abstract Instances instances();

    abstract Listeners listeners();

    @Override
    public ServletRegistration.@Nullable Dynamic addServlet(String servletName, String className) {
        registrations().requireOpen();
        return registrations().addServlet(servletName, instances().load(className, Servlet.class), null);
    }

    @Override
    public ServletRegistration.@Nullable Dynamic addServlet(String servletName, Servlet servlet) {
        return registrations().addServlet(servletName, servlet.getClass(), servlet);
    }

    @Override
    public ServletRegistration.@Nullable Dynamic addServlet(String servletName, Class<? extends Servlet> servletClass) {
        return registrations().addServlet(servletName, servletClass, null);
    }

    @Override
    public ServletRegistration.@Nullable Dynamic addJspFile(String servletName, String jspFile) {
        throw new UnsupportedOperationException("ServletContext.addJspFile");
    }

    @Override
    public <T extends Servlet> T createServlet(Class<T> clazz) throws ServletException {
        return instances().create(clazz);
    }

    @Override
    public @Nullable ServletRegistration getServletRegistration(String servletName) {
        return registrations().servlets().get(servletName);
    }

    @Override
    public Map<String, ? extends ServletRegistration> getServletRegistrations() {
        return registrations().servlets();
    }

    @Override
    public FilterRegistration.@Nullable Dynamic addFilter(String filterName, String className) {
        registrations().requireOpen();
        return registrations().addFilter(filterName, instances().load(className, Filter.class), null);
    }

    @Override
    public FilterRegistration.@Nullable Dynamic addFilter(String filterName, Filter filter) {
        return registrations().addFilter(filterName, filter.getClass(), filter);
    }

    @Override
    public FilterRegistration.@Nullable Dynamic addFilter(String filterName, Class<? extends Filter> filterClass) {
        return registrations().addFilter(filterName, filterClass, null);
    }

    @Override
    public <T extends Filter> T createFilter(Class<T> clazz) throws ServletException {
        return instances().create(clazz);
    }

    @Override
    public @Nullable FilterRegistration getFilterRegistration(String filterName) {
        return registrations().filters().get(filterName);
    }

    @Override
    public Map<String, ? extends FilterRegistration> getFilterRegistrations() {
        return registrations().filters();
    }

    @Override
    public void addListener(String className) {
        registrations().requireOpen();
        addListener(instances().load(className, EventListener.class));
    }

    @Override
    public <T extends EventListener> void addListener(T listener) {
        registrations().requireOpen();
        requireKnown(listener.getClass());
        listeners().add(listener);
    }

    @Override
    public void addListener(Class<? extends EventListener> listenerClass) {
        registrations().requireOpen();
        requireKnown(listenerClass);
        try {
            listeners().add(instances().create(listenerClass));
        } catch (ServletException e) {
            throw new IllegalArgumentException("Cannot create a listener of " + listenerClass, e);
        }
    }

    @Override
    public <T extends EventListener> T createListener(Class<T> clazz) throws ServletException {
        requireKnown(clazz);
        return instances().create(clazz);
    }

    private static void requireKnown(Class<?> type) {
        if (!Listeners.isKnown(type)) {
            throw new IllegalArgumentException(type.getName() + " is not a listener of this API");
        }
    }
}
