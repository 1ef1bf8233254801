package io.netpoll.servlet.session;

import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

/** Is told what happens to sessions: the application's listeners stand behind it. Its methods do not throw. */
public interface SessionEvents {

    /** A session has been created. */
    void created(HttpSession session);

    /** A session is about to be invalidated; its attributes can still be read. */
    void destroyed(HttpSession session);

    /** A session's id has changed. */
    void idChanged(HttpSession session, String oldId);

    /**
     * An attribute has changed.
     *
     * @param before the value it had, {@code null} if it is new
     * @param after the value it has, {@code null} if it was removed
     */
    void attributeChanged(HttpSession session, String name, @Nullable Object before, @Nullable Object after);

    /** A listener that is an attribute's value, or a listener of activation, has thrown. */
    void listenerFailed(Throwable failure);
}
