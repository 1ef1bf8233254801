package io.netpoll.servlet.resource;

import io.netpoll.http.BlockingWork;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Resources in a directory. A symbolic link that leads out of it leads nowhere. */
final class DirectoryRoot implements ResourceRoot {

    private final Path root;

    DirectoryRoot(Path root) {
        this.root = root.toAbsolutePath().normalize();
    }

    @Override
    public @Nullable Resource find(String path) {
        Path file = resolve(path);
        return file == null
                ? null
                : BlockingWork.<@Nullable Resource, RuntimeException>call(() -> find(file, path.endsWith("/")));
    }

    private @Nullable Resource find(Path file, boolean asDirectory) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            if ((asDirectory && !attributes.isDirectory()) || !file.toRealPath().startsWith(root.toRealPath())) {
                return null;
            }
            return new FileResource(file, attributes);
        } catch (IOException e) {
            return null;
        }
    }

    /** The file a path stands for, whether it exists or not; {@code null} if it cannot be one of this root. */
    @Nullable Path resolve(String path) {
        try {
            Path file = root.resolve(path.substring(1)).normalize();
            return file.startsWith(root) ? file : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    @Override
    public void list(String directory, Set<String> paths) {
        Path folder = resolve(directory);
        if (folder != null) {
            BlockingWork.run(() -> list(folder, directory, paths));
        }
    }

    private static void list(Path folder, String directory, Set<String> paths) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> members = Files.list(folder)) {
            members.forEach(
                    member -> paths.add(directory + member.getFileName() + (Files.isDirectory(member) ? "/" : "")));
        } catch (IOException | UncheckedIOException e) {
            // A directory that vanishes while it is read has no members.
        }
    }

    private record FileResource(Path file, BasicFileAttributes attributes) implements Resource {

        @Override
        public URL url() {
            try {
                return file.toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalStateException("A file has a URL", e);
            }
        }

        @Override
        public boolean isDirectory() {
            return attributes.isDirectory();
        }

        @Override
        public long length() {
            return attributes.size();
        }

        @Override
        public long lastModified() {
            return attributes.lastModifiedTime().toMillis();
        }

        @Override
        public InputStream open() throws IOException {
            return BlockingWork.input(() -> Files.newInputStream(file));
        }
    }
}
