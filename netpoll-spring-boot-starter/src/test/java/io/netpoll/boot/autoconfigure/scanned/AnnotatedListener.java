package io.netpoll.boot.autoconfigure.scanned;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;

/** Leaves a note in the context. */
@WebListener
public class AnnotatedListener implements ServletContextListener {

    @Override
    public void contextInitialized(ServletContextEvent event) {
        event.getServletContext().setAttribute("note", "listened");
    }
}
