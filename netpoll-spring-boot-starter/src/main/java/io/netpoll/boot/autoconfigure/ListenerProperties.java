package io.netpoll.boot.autoconfigure;

import io.netpoll.server.ListenAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.validation.Errors;

/** The properties {@code netpoll.server.listeners[n].*}: one place to listen at besides {@code server.port}. */
public class ListenerProperties {

    private static final int MAX_PORT = 65_535;
    private static final String SYMBOLIC = "([r-][w-][x-]){3}";
    private static final String OCTAL = "0?[0-7]{3}";

    /**
     * Port to listen on, 0 for any free one.
     */
    private @Nullable Integer port;

    /**
     * Address of this machine to listen on with the port. All addresses, if it is not set.
     */
    private @Nullable InetAddress address;

    /**
     * Path of a Unix-domain socket to listen on.
     */
    private @Nullable String path;

    /**
     * Mode of the path's file, such as "rw-rw----" or "0660". What the process's umask leaves, if it is not set.
     */
    private @Nullable String mode;

    /**
     * Number of a descriptor that listens already. systemd passes them from 3 on.
     */
    private @Nullable Integer descriptor;

    /**
     * Whether to speak TLS there, if "server.ssl" says that the application does: yes, unless it is a path.
     */
    private @Nullable Boolean tls;

    @NestedConfigurationProperty
    private final ProxyProtocolProperties proxyProtocol = new ProxyProtocolProperties();

    public @Nullable Integer getPort() {
        return port;
    }

    public void setPort(@Nullable Integer port) {
        this.port = port;
    }

    public @Nullable InetAddress getAddress() {
        return address;
    }

    public void setAddress(@Nullable InetAddress address) {
        this.address = address;
    }

    public @Nullable String getPath() {
        return path;
    }

    public void setPath(@Nullable String path) {
        this.path = path;
    }

    public @Nullable String getMode() {
        return mode;
    }

    public void setMode(@Nullable String mode) {
        this.mode = mode;
    }

    public @Nullable Integer getDescriptor() {
        return descriptor;
    }

    public void setDescriptor(@Nullable Integer descriptor) {
        this.descriptor = descriptor;
    }

    public @Nullable Boolean getTls() {
        return tls;
    }

    public void setTls(@Nullable Boolean tls) {
        this.tls = tls;
    }

    public ProxyProtocolProperties getProxyProtocol() {
        return proxyProtocol;
    }

    void validate(Errors errors, String field) {
        proxyProtocol.validate(errors, field + ".proxyProtocol");
        long kinds =
                Stream.of(port, path, descriptor).filter(value -> value != null).count();
        if (kinds != 1) {
            errors.rejectValue(field, "listener", "must have exactly one of port, path and descriptor");
            return;
        }
        if (port != null && (port < 0 || port > MAX_PORT)) {
            errors.rejectValue(field + ".port", "range", "must be from 0 to " + MAX_PORT);
        }
        if (address != null && port == null) {
            errors.rejectValue(field + ".address", "listener", "needs a port");
        }
        if (mode != null && path == null) {
            errors.rejectValue(field + ".mode", "listener", "needs a path");
        } else if (mode != null && !mode.matches(SYMBOLIC + "|" + OCTAL)) {
            errors.rejectValue(field + ".mode", "mode", "must be like rw-rw---- or 0660");
        }
        if (descriptor != null && descriptor < 0) {
            errors.rejectValue(field + ".descriptor", "range", "must not be negative");
        }
    }

    /** What the properties say, once they are valid. */
    ListenAddress toListenAddress() {
        boolean secured = tls != null ? tls : path == null;
        ListenAddress plain = proxyProtocol.applyTo(address());
        return secured ? plain : plain.inTheClear();
    }

    private ListenAddress address() {
        if (descriptor != null) {
            return ListenAddress.descriptor(descriptor);
        }
        if (path != null) {
            UnixDomainSocketAddress unix = UnixDomainSocketAddress.of(path);
            return mode == null ? ListenAddress.of(unix) : ListenAddress.of(unix, permissions(mode));
        }
        int number = port == null ? 0 : port;
        SocketAddress inet = address == null ? new InetSocketAddress(number) : new InetSocketAddress(address, number);
        return ListenAddress.of(inet);
    }

    private static Set<PosixFilePermission> permissions(String mode) {
        if (mode.matches(SYMBOLIC)) {
            return PosixFilePermissions.fromString(mode);
        }
        int bits = Integer.parseInt(mode, 8);
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        PosixFilePermission[] fromTheLeft = PosixFilePermission.values(); // owner rwx, group rwx, others rwx
        for (int i = 0; i < fromTheLeft.length; i++) {
            if ((bits & (0400 >> i)) != 0) {
                permissions.add(fromTheLeft[i]);
            }
        }
        return permissions;
    }
}
