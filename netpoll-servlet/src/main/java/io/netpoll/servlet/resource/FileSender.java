package io.netpoll.servlet.resource;

import java.io.IOException;
import java.nio.file.Path;

/** A response that can send a part of a file without copying it through memory. */
@FunctionalInterface
public interface FileSender {

    /**
     * Sends a part of a file as all of the response's content, whose length has been declared.
     *
     * @param file an existing file
     * @param position where the part begins, in octets
     * @param count how many octets it has
     * @return whether it has been sent; if not, nothing has changed, and the content has to be written
     * @throws IOException if the client is gone, or the file is shorter than it was
     */
    boolean sendFile(Path file, long position, long count) throws IOException;
}
