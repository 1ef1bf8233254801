package io.netpoll.servlet.multipart;

import java.io.IOException;

/** The content is larger than it may be. Its text says which limit it is, in words that frameworks look for. */
public final class MultipartLimitException extends IOException {

    private static final long serialVersionUID = 1L;

    MultipartLimitException(String message) {
        super(message);
    }
}
