package io.netpoll.servlet;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.FileNotFoundException;
import java.io.IOException;

/** Answers for paths that no servlet is mapped to, so that filters see these requests too. */
final class NotFoundServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    NotFoundServlet() {}

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getAttribute(jakarta.servlet.RequestDispatcher.INCLUDE_REQUEST_URI) != null) {
            // Servlet 6.1 §9.3: an include cannot set the status, so that the includer must learn of it otherwise.
            throw new FileNotFoundException("Nothing is mapped to the included path");
        }
        response.sendError(HttpServletResponse.SC_NOT_FOUND);
    }
}
