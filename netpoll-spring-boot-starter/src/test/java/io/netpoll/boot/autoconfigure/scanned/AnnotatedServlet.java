package io.netpoll.boot.autoconfigure.scanned;

import jakarta.servlet.annotation.WebInitParam;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Writes what the listener has noted, and its own parameter. */
@WebServlet(urlPatterns = "/annotated/hello", initParams = @WebInitParam(name = "word", value = "served"))
public class AnnotatedServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().write(getServletContext().getAttribute("note") + ", " + getInitParameter("word"));
    }
}
