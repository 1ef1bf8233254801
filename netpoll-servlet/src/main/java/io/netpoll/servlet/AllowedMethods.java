package io.netpoll.servlet;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The methods that a servlet answers, for the field Allow: {@link HttpServlet} of the API refuses the others with 405, but
 * does not send the field that this status has to have (RFC 9110 §10.2.1).
 */
final class AllowedMethods {

    private static final String OPTIONS = "OPTIONS";

    /** Each method and the Java method that answers it; HEAD is answered by that of GET. TRACE never gets so far. */
    private static final List<Map.Entry<String, String>> HANDLERS = List.of(
            Map.entry("GET", "doGet"),
            Map.entry("HEAD", "doGet"),
            Map.entry("POST", "doPost"),
            Map.entry("PUT", "doPut"),
            Map.entry("PATCH", "doPatch"),
            Map.entry("DELETE", "doDelete"));

    private AllowedMethods() {}

    /**
     * The value of Allow.
     *
     * @param servlet the class of a servlet
     * @param refused the method that was refused
     * @return {@code null} if that is not the class's doing: it overrides what answers the method, or is no HttpServlet
     */
    static @Nullable String unlessAmong(Class<?> servlet, String refused) {
        if (!HttpServlet.class.isAssignableFrom(servlet)) {
            return null;
        }
        StringBuilder methods = new StringBuilder();
        for (Map.Entry<String, String> handler : HANDLERS) {
            if (overrides(servlet, handler.getValue())) {
                if (handler.getKey().equals(refused)) {
                    return null;
                }
                methods.append(handler.getKey()).append(", ");
            }
        }
        return methods.append(OPTIONS).toString();
    }

    private static boolean overrides(Class<?> servlet, String name) {
        for (Class<?> type = servlet; type != null && type != HttpServlet.class; type = type.getSuperclass()) {
            if (Arrays.stream(type.getDeclaredMethods()).anyMatch(method -> answers(method, name))) {
                return true;
            }
        }
        return false;
    }

    private static boolean answers(Method method, String name) {
        return method.getName().equals(name)
                && List.of(method.getParameterTypes())
                        .equals(List.of(HttpServletRequest.class, HttpServletResponse.class));
    }
}
