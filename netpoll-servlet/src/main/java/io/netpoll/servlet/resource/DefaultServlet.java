package io.netpoll.servlet.resource;

import io.netpoll.servlet.syntax.HttpDates;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Serves static resources (Servlet 6.1 §10.10, §12.2): what no other servlet is mapped to. */
public final class DefaultServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private static final List<String> WELCOME_FILES = List.of("index.html", "index.htm");
    private static final int BLOCK = 16384;

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
            new ResourceAnswer(resource, getServletContext().getMimeType(path)).send(request, response);
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

    /** One resource on its way to a client. */
    private record ResourceAnswer(
            Resource resource, @Nullable String type) {

        void send(HttpServletRequest request, HttpServletResponse response) throws IOException {
            long modified = resource.lastModified();
            if (modified > 0) {
                response.setDateHeader("Last-Modified", modified);
            }
            if (isUnmodified(request, modified)) {
                response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
                return;
            }
            if (type != null) {
                response.setContentType(type);
            }
            if (resource.length() >= 0) {
                response.setContentLengthLong(resource.length());
            }
            if (request.getMethod().equals("HEAD")) {
                return;
            }
            copy(response);
        }

        /** A date that cannot be read is as good as none (RFC 9110 §13.1.3). */
        private static boolean isUnmodified(HttpServletRequest request, long modified) {
            String since = request.getHeader("If-Modified-Since");
            if (since == null || modified <= 0 || request.getHeader("If-None-Match") != null) {
                return false;
            }
            try {
                return modified / 1000 <= HttpDates.parse(since) / 1000;
            } catch (IllegalArgumentException e) {
                return false;
            }
        }

        private void copy(HttpServletResponse response) throws IOException {
            byte[] block = new byte[BLOCK];
            try (InputStream in = resource.open()) {
                for (int n; (n = in.read(block)) >= 0; ) {
                    response.getOutputStream().write(block, 0, n);
                }
            }
        }
    }
}
