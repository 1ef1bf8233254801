package io.netpoll.servlet;

import jakarta.servlet.ServletContext;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The context as a context listener sees it that the application registered by program: without the methods that configure
 * (Servlet 6.1 §4.4, Javadoc of {@link ServletContext}).
 */
final class RestrictedContext {

    /** By name, for all methods of a name are. */
    static final Set<String> FORBIDDEN = Set.of(
            "addServlet",
            "addJspFile",
            "createServlet",
            "getServletRegistration",
            "getServletRegistrations",
            "addFilter",
            "createFilter",
            "getFilterRegistration",
            "getFilterRegistrations",
            "getSessionCookieConfig",
            "setSessionTrackingModes",
            "addListener",
            "createListener",
            "declareRoles",
            "setInitParameter",
            "setSessionTimeout",
            "setRequestCharacterEncoding",
            "setResponseCharacterEncoding");

    private RestrictedContext() {}

    static ServletContext of(ServletContext context) {
        return (ServletContext) Proxy.newProxyInstance(
                RestrictedContext.class.getClassLoader(),
                new Class<?>[] {ServletContext.class},
                (proxy, method, arguments) -> call(context, method, arguments));
    }

    private static @Nullable Object call(ServletContext context, Method method, Object @Nullable [] arguments)
            throws Throwable {
        if (FORBIDDEN.contains(method.getName())) {
            throw new UnsupportedOperationException(
                    "ServletContext." + method.getName() + " in a listener that was registered by program");
        }
        try {
            return method.invoke(context, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
