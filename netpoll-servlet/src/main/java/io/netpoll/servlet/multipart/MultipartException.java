package io.netpoll.servlet.multipart;

import java.io.IOException;

/** The content is not what its type says. */
public final class MultipartException extends IOException {

    private static final long serialVersionUID = 1L;

    MultipartException(String message) {
        super(message);
    }
}
