package io.netpoll.servlet.resource;

import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All resources of the application: the document root first, then each jar or directory with resources, in order. */
public final class WebResources {

    private final DirectoryRoot documentRoot;
    private final List<ResourceRoot> roots = new ArrayList<>();

    /**
     * Finds resources in these places.
     *
     * @param documentRoot a directory
     * @param urls jars and directories whose {@code META-INF/resources} hold resources
     */
    public WebResources(Path documentRoot, List<URL> urls) {
        this.documentRoot = new DirectoryRoot(documentRoot);
        roots.add(this.documentRoot);
        for (URL url : urls) {
            roots.add(root(url));
        }
    }

    @SuppressWarnings("deprecation")
    private static ResourceRoot root(URL url) {
        try {
            if (url.getProtocol().equals("jar")) {
                return new JarRoot(url);
            }
            Path file = Path.of(URI.create(url.toString()));
            if (java.nio.file.Files.isDirectory(file)) {
                return new DirectoryRoot(file.resolve("META-INF/resources"));
            }
            return new JarRoot(new URL("jar:" + url + "!/"));
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("Not a URL of resources: " + url, e);
        }
    }

    /**
     * Finds a resource.
     *
     * @param path a canonical path that starts with a slash
     */
    public @Nullable Resource find(String path) {
        for (ResourceRoot root : roots) {
            Resource found = root.find(path);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /**
     * The members of a directory.
     *
     * @param path a canonical path
     * @return {@code null} if there is no such directory, or it is empty
     */
    public @Nullable Set<String> list(String path) {
        String directory = path.endsWith("/") ? path : path + "/";
        Set<String> paths = new LinkedHashSet<>();
        for (ResourceRoot root : roots) {
            root.list(directory, paths);
        }
        return paths.isEmpty() ? null : paths;
    }

    /** The file that a path stands for in the document root, whether it exists or not. */
    public @Nullable String realPath(String path) {
        Path file = documentRoot.resolve(path);
        return file == null ? null : file.toString();
    }
}
