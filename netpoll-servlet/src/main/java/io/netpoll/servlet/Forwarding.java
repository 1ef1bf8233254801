package io.netpoll.servlet;

import jakarta.servlet.ServletResponse;
import java.io.IOException;

/** What a forward does to the response before and after (Servlet 6.1 §9.4). */
final class Forwarding {

    private Forwarding() {}

    static void begin(ServletResponse response) {
        if (response.isCommitted()) {
            throw new IllegalStateException("The response is committed: a forward is not possible any more");
        }
        response.resetBuffer();
    }

    /**
     * The response is over once forward returns, unless the target went asynchronous or reported an error. One that the
     * application has wrapped is closed through the wrapper, which may hold content back.
     */
    static void end(EngineRequest base, ServletResponse response) throws IOException {
        if (base.isAsyncStarted() || EngineResponse.in(response).hasError()) {
            return;
        }
        if (response instanceof EngineResponse own) {
            own.seal();
            return;
        }
        try {
            response.getWriter().close();
        } catch (IllegalStateException e) {
            response.getOutputStream().close();
        }
    }
}
