package io.netpoll.servlet;

import io.netpoll.servlet.resource.DefaultServlet;

/** Registers the servlet for static resources. */
final class DefaultServletRegistration {

    private static final String NAME = "default";

    private DefaultServletRegistration() {}

    /** At {@code /}, until the application maps another servlet there. */
    static void add(ApplicationContext context) {
        DefaultServlet servlet =
                new DefaultServlet(context.resources(), context.settings().precompressed());
        ServletHandle handle = context.registrations().addServlet(NAME, servlet.getClass(), servlet);
        if (handle != null) {
            handle.setLoadOnStartup(1);
            handle.setAsyncSupported(true);
            handle.holder().overridable(true);
            handle.addMapping("/");
        }
    }
}
