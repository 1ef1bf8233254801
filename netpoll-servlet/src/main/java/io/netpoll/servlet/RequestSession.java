package io.netpoll.servlet;

import io.netpoll.servlet.session.MemorySession;
import io.netpoll.servlet.session.SessionStore;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

/** A request's session and the id its client sent (Servlet 6.1 §7). */
final class RequestSession {

    private final EngineRequest request;
    private final EngineResponse response;
    private final SessionStore store;
    private final SessionTracking tracking;
    private @Nullable MemorySession session;
    private boolean looked;
    private @Nullable String requestedId;
    private boolean fromCookie;
    private boolean fromUrl;

    RequestSession(EngineRequest request, EngineResponse response, ApplicationContext context) {
        this.request = request;
        this.response = response;
        this.store = context.sessions();
        this.tracking = context.tracking();
    }

    @Nullable HttpSession get(boolean create) {
        MemorySession found = current();
        return found != null || !create ? found : create();
    }

    private @Nullable MemorySession current() {
        look();
        MemorySession found = session;
        return found != null && found.isValid() ? found : null;
    }

    /** A session that the client could never come back to is not made. */
    private MemorySession create() {
        if (response.isCommitted() && tracking.byCookie()) {
            throw new IllegalStateException("The response is committed: a session cannot be created any more");
        }
        String tlsId = tlsId();
        MemorySession created = tlsId == null ? store.create() : store.create(tlsId);
        session = created;
        sendCookie(created.getId());
        return created;
    }

    String changeId() {
        MemorySession found = current();
        if (found == null) {
            throw new IllegalStateException("The request has no session");
        }
        if (tracking.byTls()) {
            return found.getId(); // it is that of TLS, which nobody else can have
        }
        if (response.isCommitted() && tracking.byCookie()) {
            throw new IllegalStateException("The response is committed: the client would not learn the new id");
        }
        String id = store.changeId(found);
        sendCookie(id);
        return id;
    }

    private void sendCookie(String id) {
        if (tracking.byCookie()) {
            response.sessionCookie(tracking.cookieName(), tracking.cookie(id, request.isSecure()));
        }
    }

    /** The id that a URL has to carry; {@code null} if it need not carry one. */
    @Nullable String idForUrl() {
        if (!tracking.byUrl()) {
            return null;
        }
        MemorySession found = current();
        return found == null || fromCookie ? null : found.getId();
    }

    String parameterName() {
        return tracking.parameterName();
    }

    @Nullable String requestedId() {
        look();
        return requestedId;
    }

    boolean isRequestedIdValid() {
        String id = requestedId();
        return id != null && store.find(id) != null;
    }

    boolean isFromCookie() {
        look();
        return fromCookie;
    }

    boolean isFromUrl() {
        look();
        return fromUrl;
    }

    /** The request is over. */
    void release() {
        if (session != null && session.isValid()) {
            session.release();
        }
    }

    private void look() {
        if (looked) {
            return;
        }
        looked = true;
        String tlsId = tlsId();
        if (tlsId != null) {
            found(tlsId);
        }
        if (tracking.byCookie()) {
            lookAtCookies();
        }
        if (session == null && tracking.byUrl()) {
            String id = tracking.idInPath(request.head().path());
            if (id != null && (requestedId == null || store.find(id) != null)) {
                found(id);
                fromUrl = true;
                fromCookie = false;
            }
        }
        if (session != null) {
            session.access();
        }
    }

    /** The id that TLS gives the session; {@code null} if sessions are tracked otherwise, or there is no TLS. */
    private @Nullable String tlsId() {
        return tracking.byTls() && request.getAttribute(TlsAttributes.SESSION_ID) instanceof String id ? id : null;
    }

    /** Of several cookies of that name, as different paths bring, the first that belongs to a session counts. */
    private void lookAtCookies() {
        Cookie[] cookies = request.getCookies();
        if (cookies == null) {
            return;
        }
        for (Cookie cookie : cookies) {
            if (cookie.getName().equals(tracking.cookieName()) && session == null) {
                String id = cookie.getValue();
                if (requestedId == null || store.find(id) != null) {
                    found(id);
                    fromCookie = true;
                }
            }
        }
    }

    private void found(String id) {
        requestedId = id;
        session = store.find(id);
    }
}
