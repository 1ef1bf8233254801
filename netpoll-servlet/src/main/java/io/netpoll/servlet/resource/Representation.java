package io.netpoll.servlet.resource;

import org.jspecify.annotations.Nullable;

/**
 * A resource in the form in which it is sent.
 *
 * @param resource the octets
 * @param type their media type, decoded; {@code null} if it is not known
 * @param coding how they are coded; {@code null}: not at all
 * @param negotiated whether another client may get another form
 */
record Representation(
        Resource resource, @Nullable String type, @Nullable ContentCoding coding, boolean negotiated) {}
