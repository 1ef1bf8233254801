package io.netpoll.servlet;

import io.netpoll.http.ClientFailureException;
import io.netpoll.servlet.session.TooManySessionsException;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Answers errors: by the application's error page, or by a bare page (Servlet 6.1 §10.9). */
final class ErrorAnswers {

    private static final int INTERNAL_SERVER_ERROR = 500;
    private static final int SERVICE_UNAVAILABLE = 503;

    private final ApplicationContext context;
    private final ErrorPages pages;
    private final EngineRequest request;
    private final EngineResponse response;

    ErrorAnswers(ApplicationContext context, ErrorPages pages, EngineRequest request, EngineResponse response) {
        this.context = context;
        this.pages = pages;
        this.request = request;
        this.response = response;
    }

    /** Says that an exception has got out, and whose doing it is. */
    void report(Throwable failure) {
        if (isClientsDoing(failure)) {
            context.events().requestRejected(request.servletName(), statusOf(failure), failure);
        } else {
            context.events().servletFailed(request.servletName(), failure);
        }
    }

    private boolean isClientsDoing(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BadRequestException
                    || cause instanceof TooManySessionsException
                    || (cause instanceof IOException failed && isRequests(failed))) {
                return true;
            }
        }
        return false;
    }

    /** Answers what sendError has reported. */
    void answerReported() {
        PendingError error = response.takeError();
        if (error != null) {
            answerStatus(error.status(), error.message(), null);
        }
    }

    /**
     * Answers an exception.
     *
     * @return {@code false} if the response cannot be replaced any more and must not look complete
     */
    boolean answer(Throwable failure) {
        response.takeError();
        if (failure instanceof UnavailableException unavailable && !unavailable.isPermanent()) {
            response.setIntHeader("Retry-After", unavailable.getUnavailableSeconds());
        }
        String message = failure.getMessage();
        return answerStatus(statusOf(failure), message == null ? "" : message, failure);
    }

    private int statusOf(Throwable failure) {
        if (failure instanceof UnavailableException unavailable) {
            return unavailable.isPermanent() ? 404 : SERVICE_UNAVAILABLE;
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BadRequestException bad) {
                return bad.status();
            }
            if (cause instanceof TooManySessionsException) {
                return SERVICE_UNAVAILABLE;
            }
            if (cause instanceof IOException failed && isRequests(failed)) {
                return BrokenRequest.status(failed);
            }
        }
        return INTERNAL_SERVER_ERROR;
    }

    private boolean isRequests(IOException failure) {
        return failure instanceof ClientFailureException
                || request.content().rawStream().hasFailedWith(failure);
    }

    /** As {@link #answer}, for a status. */
    boolean answerStatus(int status, String message, @Nullable Throwable cause) {
        ResponseOutput output = response.output();
        if (output.isStarted() || output.isEnded()) {
            return output.isComplete();
        }
        response.prepareForError(status);
        if (status == HttpServletResponse.SC_METHOD_NOT_ALLOWED) {
            allow();
        }
        ErrorPages.Found page = pages.find(status, cause);
        if (page == null || !run(page, status, message)) {
            writeBarePage();
        }
        return true;
    }

    /** What refuses a method says which it takes (RFC 9110 §15.5.6); where the application has not, its servlet tells. */
    private void allow() {
        Class<?> servlet = request.servletType();
        if (response.getHeader("Allow") == null && servlet != null) {
            String methods = AllowedMethods.unlessAmong(servlet, request.getMethod());
            if (methods != null) {
                response.setHeader("Allow", methods);
            }
        }
    }

    /** Whether the page has answered. */
    private boolean run(ErrorPages.Found page, int status, String message) {
        PathDispatcher dispatcher = context.dispatching().dispatcher(page.path());
        if (dispatcher == null) {
            return false;
        }
        tell(page.cause(), status, message);
        try {
            request.resetAsyncSupport();
            dispatcher.error(request, request, response);
        } catch (ServletException | IOException | RuntimeException | Error e) {
            context.events().servletFailed(request.servletName(), e);
            return response.output().isStarted();
        }
        PendingError again = response.takeError();
        if (again != null) {
            response.prepareForError(again.status());
        }
        return again == null;
    }

    private void tell(@Nullable Throwable cause, int status, String message) {
        RequestAttributes attributes = request.attributes();
        attributes.put(RequestDispatcher.ERROR_STATUS_CODE, status);
        attributes.put(RequestDispatcher.ERROR_MESSAGE, message);
        attributes.put(RequestDispatcher.ERROR_REQUEST_URI, request.getRequestURI());
        attributes.put(RequestDispatcher.ERROR_QUERY_STRING, request.getQueryString());
        attributes.put(RequestDispatcher.ERROR_SERVLET_NAME, request.servletName());
        attributes.put(RequestDispatcher.ERROR_METHOD, request.getMethod());
        attributes.put(RequestDispatcher.ERROR_EXCEPTION, cause);
        attributes.put(RequestDispatcher.ERROR_EXCEPTION_TYPE, cause == null ? null : cause.getClass());
    }

    private void writeBarePage() {
        try {
            if (!response.output().isStarted()) {
                response.writeBarePage();
            }
        } catch (IOException e) {
            // The page fits into the buffer: nothing is sent here.
            throw new IllegalStateException(e);
        }
    }
}
