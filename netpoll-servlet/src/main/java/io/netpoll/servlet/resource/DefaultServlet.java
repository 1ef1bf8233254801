package io.netpoll.servlet.resource;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Serves static resources (Servlet 6.1 §10.10, §12.2): what no other servlet is mapped to. */
public final class DefaultServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private static final List<String> WELCOME_FILES = List.of("index.html", "index.htm");

    private final transient WebResources resources;

    /** Serves these resources. */
    public DefaultServlet(WebResources resources) {
        this.resources = resources;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String path = path(request);
        Resource resource = resources.find(path);
        if (resource == null) {
            notFound(request, response, path);
        } else if (resource.isDirectory()) {
            directory(request, response, path);
        } else {
            String type = getServletContext().getMimeType(path);
            new ResourceAnswer(resource, type, request, response).send();
        }
    }

    private static String path(HttpServletRequest request) {
        Object included = request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI);
        String servletPath = request.getServletPath();
        String pathInfo = request.getPathInfo();
        if (included != null) {
            servletPath = (String) request.getAttribute(RequestDispatcher.INCLUDE_SERVLET_PATH);
            pathInfo = (String) request.getAttribute(RequestDispatcher.INCLUDE_PATH_INFO);
        }
        String path = (servletPath == null ? "" : servletPath) + (pathInfo == null ? "" : pathInfo);
        return path.isEmpty() ? "/" : path;
    }

    /** A directory is answered by its welcome file, under a path that ends with a slash. */
    private void directory(HttpServletRequest request, HttpServletResponse response, String path)
            throws ServletException, IOException {
        String folder = path.endsWith("/") ? path : path + "/";
        String welcome = welcomeFile(folder);
        if (welcome == null) {
            notFound(request, response, path);
        } else if (!folder.equals(path)) {
            String query = request.getQueryString();
            String name = path.substring(path.lastIndexOf('/') + 1);
            response.sendRedirect("./" + UrlText.encodePath(name) + "/" + (query == null ? "" : "?" + query));
        } else {
            RequestDispatcher dispatcher = request.getRequestDispatcher(UrlText.encodePath(welcome));
            dispatcher.forward(request, response);
        }
    }

    private @Nullable String welcomeFile(String folder) {
        for (String name : WELCOME_FILES) {
            Resource file = resources.find(folder + name);
            if (file != null && !file.isDirectory()) {
                return folder + name;
            }
        }
        return null;
    }

    private static void notFound(HttpServletRequest request, HttpServletResponse response, String path)
            throws IOException {
        if (request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI) != null) {
            throw new FileNotFoundException(path);
        }
        response.sendError(HttpServletResponse.SC_NOT_FOUND);
    }
}
