package io.netpoll.servlet.resource;

import io.netpoll.http.BlockingWork;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * Resources under {@code META-INF/resources} of a jar, which may itself lie in a jar: everything goes through the URL's own
 * handler. The names are read once, so that what is not there costs no look into the jar.
 */
final class JarRoot implements ResourceRoot {

    private static final String FOLDER = "META-INF/resources/";

    private final URL jar;
    private volatile @Nullable Map<String, Entry> index;

    private record Entry(boolean directory, long length, long lastModified) {}

    /**
     * A root.
     *
     * @param jar the jar's own URL, {@code jar:…!/}
     */
    JarRoot(URL jar) {
        this.jar = jar;
    }

    @Override
    public @Nullable Resource find(String path) {
        String name = path.endsWith("/") ? path.substring(1, path.length() - 1) : path.substring(1);
        if (path.equals("/")) {
            name = "";
        }
        Entry entry = index().get(name);
        if (entry == null || (path.endsWith("/") && !entry.directory())) {
            return null;
        }
        return new JarResource(url(name, entry), entry);
    }

    @Override
    public void list(String directory, Set<String> paths) {
        String prefix = directory.substring(1);
        index().forEach((name, entry) -> {
            if (name.length() > prefix.length() && name.startsWith(prefix) && name.indexOf('/', prefix.length()) < 0) {
                paths.add("/" + name + (entry.directory() ? "/" : ""));
            }
        });
    }

    private Map<String, Entry> index() {
        Map<String, Entry> known = index;
        if (known == null) {
            known = BlockingWork.call(this::read);
            index = known;
        }
        return known;
    }

    private Map<String, Entry> read() {
        Map<String, Entry> names = new HashMap<>();
        try {
            JarURLConnection connection = (JarURLConnection) jar.openConnection();
            JarFile file = connection.getJarFile();
            file.stream().filter(entry -> entry.getName().startsWith(FOLDER)).forEach(entry -> add(names, entry));
            if (!connection.getUseCaches()) {
                file.close();
            }
        } catch (IOException e) {
            // A jar that cannot be read has no resources; what is on the class path in it fails on its own account.
        }
        return names;
    }

    /** Many jars have no entries for their directories: each entry brings those above it. */
    private static void add(Map<String, Entry> names, ZipEntry entry) {
        String name = entry.getName().substring(FOLDER.length());
        boolean directory = entry.isDirectory();
        if (directory && !name.isEmpty()) {
            name = name.substring(0, name.length() - 1);
        }
        names.put(name, new Entry(directory || name.isEmpty(), entry.getSize(), Math.max(0, entry.getTime())));
        for (int slash = name.lastIndexOf('/'); slash > 0; slash = name.lastIndexOf('/', slash - 1)) {
            names.putIfAbsent(name.substring(0, slash), new Entry(true, 0, 0));
        }
        names.putIfAbsent("", new Entry(true, 0, 0));
    }

    /** A URL that keeps the handler of the jar's. */
    @SuppressWarnings("deprecation")
    private URL url(String name, Entry entry) {
        String directory = entry.directory() && !name.isEmpty() ? "/" : "";
        try {
            return new URL(jar, FOLDER + UrlText.encodePath(name) + directory);
        } catch (MalformedURLException e) {
            throw new IllegalStateException("A jar's entry has a URL", e);
        }
    }

    private record JarResource(URL url, Entry entry) implements Resource {

        @Override
        public boolean isDirectory() {
            return entry.directory();
        }

        @Override
        public long length() {
            return entry.length();
        }

        @Override
        public long lastModified() {
            return entry.lastModified();
        }

        @Override
        public InputStream open() throws IOException {
            if (entry.directory()) {
                throw new FileNotFoundException(url + " is a directory");
            }
            return BlockingWork.input(url::openStream);
        }
    }
}
