package io.netpoll.servlet.resource;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file or directory of the application. */
public interface Resource {

    /** Where it is. */
    URL url();

    /** Whether it is a directory. */
    boolean isDirectory();

    /** Its length in octets; −1 if it is not known. */
    long length();

    /** When it was changed, in milliseconds since the epoch; 0 if that is not known. */
    long lastModified();

    /** The file that it is; {@code null} if it is none by itself, but part of an archive. */
    default @Nullable Path file() {
        return null;
    }

    /** Opens its content; the caller closes the stream. */
    InputStream open() throws IOException;
}
