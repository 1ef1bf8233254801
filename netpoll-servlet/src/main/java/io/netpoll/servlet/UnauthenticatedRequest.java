package io.netpoll.servlet;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** What a request answers about its user without a login configuration: nobody is logged in (Servlet 6.1 §13.6). */
abstract class UnauthenticatedRequest implements HttpServletRequest {

    @Override
    public @Nullable String getAuthType() {
        return null;
    }

    @Override
    public @Nullable String getRemoteUser() {
        return null;
    }

    @Override
    public boolean isUserInRole(String role) {
        return false;
    }

    @Override
    public @Nullable Principal getUserPrincipal() {
        return null;
    }

    @Override
    public boolean authenticate(HttpServletResponse response) throws ServletException {
        throw new ServletException("No login mechanism is configured");
    }

    @Override
    public void login(String username, String password) throws ServletException {
        throw new ServletException("No login mechanism is configured");
    }

    @Override
    public void logout() {
        // Nobody is logged in.
    }
}
