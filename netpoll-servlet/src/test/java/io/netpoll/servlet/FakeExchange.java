package io.netpoll.servlet;

import io.netpoll.http.Cancellable;
import io.netpoll.http.ConnectionInfo;
import io.netpoll.http.DetachedListener;
import io.netpoll.http.Exchange;
import io.netpoll.http.FieldList;
import io.netpoll.http.Headers;
import io.netpoll.http.HttpVersion;
import io.netpoll.http.RequestBody;
import io.netpoll.http.RequestHead;
import io.netpoll.http.TargetForm;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** An exchange in memory: the test decides when tasks run and timers fire. */
final class FakeExchange implements Exchange {

    private static long lastId;

    final FakeSink sink;
    final Queue<Runnable> tasks = new ArrayDeque<>();
    final List<Timer> timers = new ArrayList<>();
    private final long id = ++lastId;
    private final Head head;
    private final Body body;

    @Nullable DetachedListener listener;

    @Nullable Throwable aborted;

    boolean completed;
    boolean ended;

    static final class Timer {
        final Duration delay;
        final Runnable task;
        boolean cancelled;

        Timer(Duration delay, Runnable task) {
            this.delay = delay;
            this.task = task;
        }
    }

    private FakeExchange(Head head, byte[] content, @Nullable Long later) {
        this.head = head;
        this.body =
                later == null ? new Body(content, head.headers.first("Transfer-Encoding") != null) : new Body(later);
        this.sink = new FakeSink(head.method.equals("HEAD"), this::execute);
    }

    static Builder get(String target) {
        return new Builder("GET", target);
    }

    static Builder request(String method, String target) {
        return new Builder(method, target);
    }

    static final class Builder {
        private final Head head;
        private byte[] content = {};
        private @Nullable Long later;

        private Builder(String method, String target) {
            head = new Head(method, target);
        }

        Builder header(String name, String value) {
            head.headers.add(name, value);
            return this;
        }

        Builder authority(String authority) {
            head.authority = authority;
            return this;
        }

        /** Content of this length, or chunked for −1, comes later. */
        Builder bodyLater(long length) {
            later = length;
            if (length >= 0) {
                head.headers.add("Content-Length", Long.toString(length));
            }
            return this;
        }

        /** A trailer field, visible once the content has been read. */
        Builder trailer(String name, String value) {
            head.trailers.add(name, value);
            return this;
        }

        Builder http10() {
            head.version = HttpVersion.HTTP_1_0;
            return this;
        }

        Builder body(String type, String text) {
            return body(type, text.getBytes(StandardCharsets.UTF_8));
        }

        Builder body(String type, byte[] octets) {
            content = octets;
            head.headers.add("Content-Type", type);
            if (head.headers.first("Transfer-Encoding") == null) {
                head.headers.add("Content-Length", Integer.toString(octets.length));
            }
            return this;
        }

        FakeExchange build() {
            return new FakeExchange(head, content, later);
        }
    }

    private static final class Head implements RequestHead {
        private final String method;
        private final String target;
        private final FieldList headers = new FieldList();
        private final FieldList trailers = new FieldList();
        private String authority = "host.example";
        private HttpVersion version = HttpVersion.HTTP_1_1;

        Head(String method, String target) {
            this.method = method;
            this.target = target;
        }

        @Override
        public String method() {
            return method;
        }

        @Override
        public String target() {
            return target;
        }

        @Override
        public TargetForm targetForm() {
            return target.equals("*") ? TargetForm.ASTERISK : TargetForm.ORIGIN;
        }

        @Override
        public String path() {
            int mark = target.indexOf('?');
            return mark < 0 ? target : target.substring(0, mark);
        }

        @Override
        public @Nullable String query() {
            int mark = target.indexOf('?');
            return mark < 0 ? null : target.substring(mark + 1);
        }

        @Override
        public @Nullable String scheme() {
            return null;
        }

        @Override
        public String authority() {
            return authority;
        }

        @Override
        public HttpVersion version() {
            return version;
        }

        @Override
        public Headers headers() {
            return headers;
        }
    }

    /** Content that comes when the test says so. */
    private final class Body implements RequestBody {
        private final long length;
        private byte[] content;
        private int position;
        private boolean allThere = true;
        private boolean endSeen;
        private @Nullable Runnable demand;

        Body(byte[] content, boolean chunked) {
            this.content = content;
            this.length = chunked ? -1 : content.length;
        }

        Body(long length) {
            this.content = new byte[0];
            this.length = length;
            this.allThere = false;
        }

        synchronized void arrive(byte[] octets, boolean last) {
            content = Arrays.copyOf(content, content.length + octets.length);
            System.arraycopy(octets, 0, content, content.length - octets.length, octets.length);
            allThere = last;
            Runnable waiting = demand;
            demand = null;
            if (waiting != null) {
                execute(waiting);
            }
        }

        @Override
        public long length() {
            return length;
        }

        @Override
        public boolean isFinished() {
            return length < 0 ? endSeen : position == length;
        }

        @Override
        public int available() {
            return content.length - position;
        }

        @Override
        public int read(byte[] target, int offset, int count) {
            int n = tryRead(target, offset, count);
            if (n == 0 && count > 0) {
                throw new AssertionError("would block");
            }
            return n;
        }

        @Override
        public synchronized int tryRead(byte[] target, int offset, int count) {
            if (position == content.length) {
                endSeen = allThere;
                return allThere ? -1 : 0;
            }
            int n = Math.min(count, content.length - position);
            System.arraycopy(content, position, target, offset, n);
            position += n;
            return n;
        }

        @Override
        public synchronized void onReadable(Runnable task) {
            if (demand != null || listener == null) {
                throw new IllegalStateException("a task waits already, or the exchange is not detached");
            }
            if (position < content.length || allThere) {
                execute(task);
            } else {
                demand = task;
            }
        }

        @Override
        public Headers trailers() {
            return isFinished() ? head.trailers : new FieldList();
        }
    }

    /** More content comes. */
    void arrive(String text, boolean last) {
        body.arrive(text.getBytes(StandardCharsets.UTF_8), last);
        runTasks();
    }

    boolean wantsContent() {
        return body.demand != null;
    }

    @Override
    public RequestHead request() {
        return head;
    }

    @Override
    public RequestBody requestBody() {
        return body;
    }

    @Override
    public FakeSink response() {
        return sink;
    }

    @Override
    public ConnectionInfo connection() {
        return new ConnectionInfo() {
            @Override
            public long id() {
                return 7;
            }

            @Override
            public SocketAddress remoteAddress() {
                return new InetSocketAddress(InetAddress.getLoopbackAddress(), 40000);
            }

            @Override
            public SocketAddress localAddress() {
                return new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080);
            }

            @Override
            public boolean isSecure() {
                return false;
            }
        };
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public void attach(Object object) {
        // nobody is told of the end
    }

    @Override
    public void detach(DetachedListener detached) {
        if (listener != null) {
            throw new IllegalStateException("detached already");
        }
        listener = detached;
    }

    @Override
    public void upgrade(String protocol, FieldList fields) {
        throw new UnsupportedOperationException("upgrade");
    }

    @Override
    public void complete() {
        completed = true;
        ended = true;
    }

    @Override
    public void abort(Throwable cause) {
        aborted = cause;
        ended = true;
    }

    @Override
    public synchronized boolean execute(Runnable task) {
        if (ended) {
            return false;
        }
        tasks.add(task);
        return true;
    }

    @Override
    public synchronized Cancellable schedule(Duration delay, Runnable task) {
        Timer timer = new Timer(delay, task);
        timers.add(timer);
        return () -> timer.cancelled = true;
    }

    /** Runs what waits, and what that leads to. */
    void runTasks() {
        while (true) {
            Runnable task;
            synchronized (this) {
                task = tasks.poll();
            }
            if (task == null) {
                return;
            }
            task.run();
        }
    }

    /** Lets the time of every timer that still counts be up. */
    void fireTimers() {
        List<Timer> due;
        synchronized (this) {
            due = timers.stream().filter(timer -> !timer.cancelled).toList();
            timers.clear();
        }
        due.forEach(timer -> execute(timer.task));
        runTasks();
    }

    /** The client goes. */
    void gone() {
        DetachedListener told = listener;
        if (told != null) {
            execute(() -> told.gone(new IOException("Connection reset by peer")));
        }
        runTasks();
    }

    /** The server shuts down and waits no longer for a stream. */
    void endRequested() {
        DetachedListener told = listener;
        if (told != null) {
            execute(told::endRequested);
        }
        runTasks();
    }

    int status() {
        return sink.status;
    }

    String body() {
        return sink.content.toString(StandardCharsets.UTF_8);
    }

    byte[] octets() {
        return sink.content.toByteArray();
    }

    @Nullable String header(String name) {
        return sink.fields.first(name);
    }

    String required(String name) {
        return Objects.requireNonNull(header(name), name);
    }

    List<String> headers(String name) {
        return sink.fields.all(name);
    }

    @Override
    public String toString() {
        return sink.status + " " + Arrays.toString(octets());
    }
}
