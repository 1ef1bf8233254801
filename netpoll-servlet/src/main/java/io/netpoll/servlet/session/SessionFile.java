package io.netpoll.servlet.session;

import jakarta.servlet.http.HttpSessionActivationListener;
import jakarta.servlet.http.HttpSessionEvent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Sessions on disk, between two runs of an application (Servlet 6.1 §7.7.2). Each attribute is serialised by itself, so
 * that one that cannot be written or read does not cost the others.
 */
final class SessionFile {

    private static final int FORMAT = 0x4E505331;

    private final Path file;
    private final SessionEvents events;

    SessionFile(Path directory, SessionEvents events) {
        this.file = directory.resolve("sessions");
        this.events = events;
    }

    void write(List<MemorySession> sessions) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Path partial = file.resolveSibling("sessions.partial");
            try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(partial))) {
                out.writeInt(FORMAT);
                out.writeInt(sessions.size());
                for (MemorySession session : sessions) {
                    notify(session, HttpSessionActivationListener::sessionWillPassivate);
                    writeSession(out, session);
                }
            }
            Files.move(partial, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            events.listenerFailed(e);
        }
    }

    void activated(MemorySession session) {
        notify(session, HttpSessionActivationListener::sessionDidActivate);
    }

    List<StoredSession> read(ClassLoader loader) {
        List<StoredSession> sessions = new ArrayList<>();
        if (!Files.isRegularFile(file)) {
            return sessions;
        }
        try (DataInputStream in = new DataInputStream(new java.io.BufferedInputStream(Files.newInputStream(file)))) {
            int count = in.readInt() == FORMAT ? in.readInt() : 0;
            for (int i = 0; i < count; i++) {
                sessions.add(readSession(in, loader));
            }
        } catch (IOException e) {
            events.listenerFailed(e);
        }
        delete();
        return sessions;
    }

    private void writeSession(DataOutputStream out, MemorySession session) throws IOException {
        Map<String, byte[]> kept = new HashMap<>();
        session.attributes().forEach((name, value) -> {
            byte[] octets = serialize(value);
            if (octets != null) {
                kept.put(name, octets);
            }
        });
        StoredSession stored = session.toStored(Map.of());
        out.writeUTF(stored.id());
        out.writeLong(stored.creationTime());
        out.writeLong(stored.lastAccessedTime());
        out.writeLong(stored.thisAccessedTime());
        out.writeInt(stored.maxInactiveInterval());
        out.writeBoolean(stored.isNew());
        out.writeInt(kept.size());
        for (Map.Entry<String, byte[]> entry : kept.entrySet()) {
            out.writeUTF(entry.getKey());
            out.writeInt(entry.getValue().length);
            out.write(entry.getValue());
        }
    }

    private StoredSession readSession(DataInputStream in, ClassLoader loader) throws IOException {
        String id = in.readUTF();
        long creationTime = in.readLong();
        long lastAccessedTime = in.readLong();
        long thisAccessedTime = in.readLong();
        int maxInactiveInterval = in.readInt();
        boolean isNew = in.readBoolean();
        Map<String, Object> attributes = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            String name = in.readUTF();
            Object value = deserialize(in.readNBytes(in.readInt()), loader);
            if (value != null) {
                attributes.put(name, value);
            }
        }
        return new StoredSession(
                id, creationTime, lastAccessedTime, thisAccessedTime, maxInactiveInterval, isNew, attributes);
    }

    private byte @Nullable [] serialize(Object value) {
        if (!(value instanceof Serializable)) {
            return null;
        }
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(octets)) {
            out.writeObject(value);
        } catch (IOException | RuntimeException e) {
            events.listenerFailed(e);
            return null;
        }
        return octets.toByteArray();
    }

    private @Nullable Object deserialize(byte[] octets, ClassLoader loader) {
        try (ObjectInputStream in = new LoaderObjectInputStream(new ByteArrayInputStream(octets), loader)) {
            return in.readObject();
        } catch (IOException | ReflectiveOperationException | LinkageError | RuntimeException e) {
            events.listenerFailed(e);
            return null;
        }
    }

    private void notify(MemorySession session, BiConsumer<HttpSessionActivationListener, HttpSessionEvent> call) {
        for (Object value : session.attributes().values()) {
            if (value instanceof HttpSessionActivationListener listener) {
                try {
                    call.accept(listener, new HttpSessionEvent(session));
                } catch (RuntimeException e) {
                    events.listenerFailed(e);
                }
            }
        }
    }

    private void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            events.listenerFailed(e);
        }
    }

    /** Finds classes where the application has them. */
    private static final class LoaderObjectInputStream extends ObjectInputStream {

        private final ClassLoader loader;

        LoaderObjectInputStream(InputStream in, ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                return super.resolveClass(description);
            }
        }
    }
}
