package io.netpoll.servlet;

/**
 * An error that {@code sendError} has reported and the container still has to answer.
 *
 * @param status the status
 * @param message the application's message, possibly empty
 */
record PendingError(int status, String message) {}
