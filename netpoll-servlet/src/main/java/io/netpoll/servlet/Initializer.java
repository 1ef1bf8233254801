package io.netpoll.servlet;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;

/** Configures an application before it starts, as a {@link jakarta.servlet.ServletContainerInitializer} does. */
@FunctionalInterface
public interface Initializer {

    /**
     * Registers servlets, filters and listeners. Called once, by the thread that calls {@link WebApplication#initialize}.
     *
     * @param context the application's context, open for registrations
     * @throws ServletException if the application cannot start
     */
    void onStartup(ServletContext context) throws ServletException;
}
