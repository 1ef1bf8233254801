package io.netpoll.servlet;

import io.netpoll.http.Exchange;
import io.netpoll.http.Handler;
import io.netpoll.http.RequestHead;
import io.netpoll.http.ResponseHead;
import io.netpoll.http.TargetForm;
import io.netpoll.servlet.path.CanonicalPath;
import io.netpoll.servlet.path.RejectedPathException;
import java.io.IOException;
import java.util.Locale;

/** Takes requests from the server and gives those to the application that are meant for it (Servlet 6.1 §3.5, §12.1). */
final class ApplicationHandler implements Handler {

    private static final String METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
    private static final byte[] NOTHING = {};

    private final ApplicationContext context;
    private final ErrorPages errorPages;
    private final String contextPath;
    private volatile boolean closed;

    ApplicationHandler(ApplicationContext context) {
        this.context = context;
        this.errorPages = new ErrorPages(context.settings().errorPages());
        this.contextPath = context.getContextPath();
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        if (closed) {
            sendBare(exchange, 503);
            return;
        }
        RequestHead head = exchange.request();
        if (head.targetForm() == TargetForm.ASTERISK || head.method().equals("TRACE")) {
            withoutPath(exchange, head);
            return;
        }
        String canonical;
        try {
            canonical = CanonicalPath.of(head.path());
        } catch (RejectedPathException e) {
            context.events().pathRejected(e.rule());
            sendBare(exchange, 400);
            return;
        }
        if (contextPath.isEmpty()) {
            serve(exchange, canonical, "");
        } else if (canonical.equals(contextPath) && context.settings().contextRootRedirect()) {
            redirectToRoot(exchange);
        } else if (canonical.equals(contextPath)) {
            serve(exchange, "/", head.path());
        } else if (canonical.startsWith(contextPath) && canonical.charAt(contextPath.length()) == '/') {
            serve(exchange, canonical.substring(contextPath.length()), rawContextPath(head.path()));
        } else {
            sendBare(exchange, 404);
        }
    }

    /** The application has ended: what comes now is refused. */
    void close() {
        closed = true;
    }

    /**
     * OPTIONS for the server as a whole (RFC 9110 §9.3.7), and TRACE, which shows scripts the cookies that are hidden from
     * them and is not answered (§9.3.8).
     */
    private static void withoutPath(Exchange exchange, RequestHead head) throws IOException {
        int status = head.method().equals("OPTIONS") ? 200 : 405;
        exchange.response().send(new ResponseHead(status).with("Allow", METHODS), NOTHING, 0, 0);
    }

    private void serve(Exchange exchange, String path, String rawContextPath) throws IOException {
        if (isHidden(path)) {
            sendBare(exchange, 404);
            return;
        }
        RequestHead head = exchange.request();
        Route route = context.dispatching().route(path);
        RequestPath requestPath = route.requestPath(head.path(), rawContextPath, head.query());
        new RequestLife(context, errorPages, exchange, requestPath).run(route);
    }

    /** What lies in these folders is the application's own business (§10.5). */
    private static boolean isHidden(String path) {
        return isIn(path, "/WEB-INF") || isIn(path, "/META-INF");
    }

    private static boolean isIn(String path, String folder) {
        int length = folder.length();
        return path.regionMatches(true, 0, folder, 0, length)
                && (path.length() == length || path.charAt(length) == '/');
    }

    /** The start of the path, as received, whose canonical form is the context path (§3.6: getContextPath is not decoded). */
    private String rawContextPath(String raw) {
        if (raw.startsWith(contextPath)
                && raw.length() > contextPath.length()
                && raw.charAt(contextPath.length()) == '/') {
            return contextPath;
        }
        for (int slash = raw.indexOf('/', 1); slash >= 0; slash = raw.indexOf('/', slash + 1)) {
            String start = raw.substring(0, slash);
            if (contextPath.equals(CanonicalPath.orNull(start))) {
                return start;
            }
        }
        return contextPath;
    }

    /** The target is made of what is configured, never of the path the client sent. */
    private void redirectToRoot(Exchange exchange) throws IOException {
        RequestHead head = exchange.request();
        String query = head.query() == null ? "" : "?" + head.query();
        String scheme = exchange.connection().isSecure() ? "https" : "http";
        String authority = head.authority().toLowerCase(Locale.ROOT);
        String origin = authority.isEmpty() ? "" : scheme + "://" + authority;
        String location = origin.isEmpty() || context.settings().relativeRedirects()
                ? contextPath + "/" + query
                : RedirectTarget.absolute(contextPath + "/" + query, origin, contextPath);
        exchange.response().send(new ResponseHead(302).with("Location", ResponseFields.clean(location)), NOTHING, 0, 0);
    }

    private static void sendBare(Exchange exchange, int status) throws IOException {
        byte[] page = StatusText.page(status);
        ResponseHead head = new ResponseHead(status).with("Content-Type", "text/html;charset=utf-8");
        exchange.response().send(head, page, 0, page.length);
    }
}
