package io.netpoll.boot;

import io.netpoll.http.ClientFailureException;
import io.netpoll.servlet.EngineListener;
import io.netpoll.servlet.path.PathRule;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.util.DisconnectedClientHelper;

/** Writes what the Servlet engine does not log itself. */
final class LoggingEngineListener implements EngineListener {

    static final String LOGGER = "io.netpoll.servlet";

    private static final Logger logger = LoggerFactory.getLogger(LOGGER);

    @Override
    public void pathRejected(PathRule rule) {
        logger.debug("A request was answered with status 400: its path breaks the rule {}", rule);
    }

    @Override
    public void requestRejected(String servletName, int status, Throwable failure) {
        logger.debug("A request to servlet '{}' cannot be served: {}", servletName, status, failure);
    }

    @Override
    public void servletFailed(String servletName, Throwable failure) {
        if (isClientsDoing(failure)) {
            logger.debug(
                    "The client of servlet '{}' has gone, is too slow, or broke the protocol", servletName, failure);
        } else {
            logger.error("Servlet '{}' has let an exception out", servletName, failure);
        }
    }

    /** Whatever a client can bring about again and again must not be able to fill the log. */
    private static boolean isClientsDoing(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ClientFailureException) {
                return true;
            }
        }
        return DisconnectedClientHelper.isClientDisconnectedException(failure);
    }

    @Override
    public void listenerFailed(Throwable failure) {
        logger.error("A listener of the application, or the end of a servlet or filter, has failed", failure);
    }

    @Override
    public void logged(String message, @Nullable Throwable cause) {
        if (cause == null) {
            logger.info(message);
        } else {
            logger.error(message, cause);
        }
    }
}
