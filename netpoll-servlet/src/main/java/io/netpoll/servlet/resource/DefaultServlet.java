package io.netpoll.servlet.resource;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Serves static resources (Servlet 6.1 §10.10, §12.2): what no other servlet is mapped to. */
public final class DefaultServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private static final List<String> WELCOME_FILES = List.of("index.html", "index.htm");

    private final transient WebResources resources;
    private final transient List<ContentCoding> codings;

    /**
     * Serves these resources.
     *
     * @param codings in which a resource may lie beside the plain one, the preferred one first
     */
    public DefaultServlet(WebResources resources, List<ContentCoding> codings) {
        this.resources = resources;
        this.codings = List.copyOf(codings);
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
            boolean included = request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI) != null;
            Representation chosen = codings.isEmpty() || included
                    ? new Representation(resource, type, null, false)
                    : choose(resource, type, path, request);
            new ResourceAnswer(chosen, request, response).send();
        }
    }

    /** Of the forms that there are, the one the client likes best; the plain one is liked least. */
    private Representation choose(Resource plain, @Nullable String type, String path, HttpServletRequest request) {
        AcceptEncoding accepted = new AcceptEncoding(Collections.list(request.getHeaders("Accept-Encoding")));
        Resource best = plain;
        ContentCoding coding = null;
        int bestWeight = 0;
        boolean negotiated = false;
        for (ContentCoding candidate : codings) {
            Resource coded = resources.find(path + candidate.extension());
            if (coded != null && !coded.isDirectory()) {
                negotiated = true;
                int weight = accepted.weight(candidate.token());
                if (weight > bestWeight) {
                    best = coded;
                    coding = candidate;
                    bestWeight = weight;
                }
            }
        }
        return new Representation(best, type, coding, negotiated);
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
