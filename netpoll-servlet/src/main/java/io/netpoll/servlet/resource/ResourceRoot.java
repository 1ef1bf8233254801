package io.netpoll.servlet.resource;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One place that resources come from. */
interface ResourceRoot {

    /**
     * Finds a resource.
     *
     * @param path a canonical path that starts with a slash
     */
    @Nullable Resource find(String path);

    /**
     * Adds the paths of a directory's members, those of directories with a slash at the end.
     *
     * @param directory a canonical path that ends with a slash
     */
    void list(String directory, Set<String> paths);
}
