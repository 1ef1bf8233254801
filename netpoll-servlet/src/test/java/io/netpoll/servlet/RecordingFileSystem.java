package io.netpoll.servlet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** The files of the machine, with a note of what is done to them by which thread. */
final class RecordingFileSystem extends FileSystem {

    /**
     * Something that was done to a file.
     *
     * @param what the name of the operation
     * @param thread as {@link Thread#toString} has it: of a virtual thread it says what carries it
     */
    record Operation(String what, String thread) {}

    private final Queue<Operation> operations = new ConcurrentLinkedQueue<>();
    private final FileSystem files;
    private final Provider provider;

    RecordingFileSystem(FileSystem files) {
        this.files = files;
        this.provider = new Provider(files.provider());
    }

    /** What has been done, in its order. */
    List<Operation> operations() {
        return List.copyOf(operations);
    }

    void forget() {
        operations.clear();
    }

    private void note(String what) {
        operations.add(new Operation(what, Thread.currentThread().toString()));
    }

    /** The same file, as one of this file system. */
    Path path(Path path) {
        return (Path) Proxy.newProxyInstance(
                Path.class.getClassLoader(), new Class<?>[] {Path.class}, new RecordedPath(path));
    }

    private static Path plain(Path path) {
        return Proxy.isProxyClass(path.getClass()) && Proxy.getInvocationHandler(path) instanceof RecordedPath recorded
                ? recorded.path()
                : path;
    }

    private static @Nullable Object invoke(Object target, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private final class RecordedPath implements InvocationHandler {

        private final Path path;

        RecordedPath(Path path) {
            this.path = path;
        }

        Path path() {
            return path;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            if (method.getName().equals("getFileSystem")) {
                return RecordingFileSystem.this;
            }
            if (method.getName().equals("toRealPath")) {
                note("toRealPath");
            }
            Object[] given = arguments == null ? new Object[0] : arguments.clone();
            for (int i = 0; i < given.length; i++) {
                if (given[i] instanceof Path other) {
                    given[i] = plain(other);
                }
            }
            Object result = RecordingFileSystem.invoke(path, method, given);
            return result instanceof Path other ? RecordingFileSystem.this.path(other) : result;
        }
    }

    private final class Provider extends FileSystemProvider {

        private final FileSystemProvider files;

        Provider(FileSystemProvider files) {
            this.files = files;
        }

        @Override
        public SeekableByteChannel newByteChannel(
                Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
            note("open");
            SeekableByteChannel channel = files.newByteChannel(plain(path), options, attributes);
            return (SeekableByteChannel) Proxy.newProxyInstance(
                    SeekableByteChannel.class.getClassLoader(),
                    new Class<?>[] {SeekableByteChannel.class},
                    (proxy, method, arguments) -> {
                        note(method.getName());
                        return invoke(channel, method, arguments);
                    });
        }

        @Override
        public DirectoryStream<Path> newDirectoryStream(Path directory, DirectoryStream.Filter<? super Path> filter)
                throws IOException {
            note("list");
            List<Path> members = new ArrayList<>();
            try (DirectoryStream<Path> all = files.newDirectoryStream(plain(directory), member -> true)) {
                all.forEach(member -> members.add(path(member)));
            }
            return new DirectoryStream<>() {
                @Override
                public Iterator<Path> iterator() {
                    return members.iterator();
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public void createDirectory(Path directory, FileAttribute<?>... attributes) throws IOException {
            note("createDirectory");
            files.createDirectory(plain(directory), attributes);
        }

        @Override
        public void delete(Path path) throws IOException {
            note("delete");
            files.delete(plain(path));
        }

        @Override
        public void copy(Path source, Path target, CopyOption... options) throws IOException {
            note("copy");
            files.copy(plain(source), plain(target), options);
        }

        @Override
        public void move(Path source, Path target, CopyOption... options) throws IOException {
            note("move");
            files.move(plain(source), plain(target), options);
        }

        @Override
        public void checkAccess(Path path, AccessMode... modes) throws IOException {
            note("checkAccess");
            files.checkAccess(plain(path), modes);
        }

        @Override
        public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
                throws IOException {
            note("stat");
            return files.readAttributes(plain(path), type, options);
        }

        @Override
        public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
                throws IOException {
            note("stat");
            return files.readAttributes(plain(path), attributes, options);
        }

        @Override
        public <V extends FileAttributeView> @Nullable V getFileAttributeView(
                Path path, Class<V> type, LinkOption... options) {
            return files.getFileAttributeView(plain(path), type, options);
        }

        @Override
        public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
            note("setAttribute");
            files.setAttribute(plain(path), attribute, value, options);
        }

        @Override
        public boolean isSameFile(Path path, Path other) throws IOException {
            note("stat");
            return files.isSameFile(plain(path), plain(other));
        }

        @Override
        public boolean isHidden(Path path) {
            return false;
        }

        @Override
        public FileStore getFileStore(Path path) throws IOException {
            return files.getFileStore(plain(path));
        }

        @Override
        public String getScheme() {
            return "recorded";
        }

        @Override
        public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileSystem getFileSystem(URI uri) {
            return RecordingFileSystem.this;
        }

        @Override
        public Path getPath(URI uri) {
            return path(files.getPath(uri));
        }
    }

    @Override
    public FileSystemProvider provider() {
        return provider;
    }

    @Override
    public Path getPath(String first, String... more) {
        return path(files.getPath(first, more));
    }

    @Override
    public void close() {
        try {
            files.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean isOpen() {
        return files.isOpen();
    }

    @Override
    public boolean isReadOnly() {
        return files.isReadOnly();
    }

    @Override
    public String getSeparator() {
        return files.getSeparator();
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return files.getRootDirectories();
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return files.getFileStores();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return files.supportedFileAttributeViews();
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
        return files.getPathMatcher(pattern);
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        return files.getUserPrincipalLookupService();
    }

    @Override
    public WatchService newWatchService() throws IOException {
        return files.newWatchService();
    }
}
