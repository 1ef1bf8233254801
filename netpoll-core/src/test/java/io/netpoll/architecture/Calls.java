package io.netpoll.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.RandomAccessFile;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLConnection;
import java.nio.channels.Channel;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.time.Clock;
import java.time.temporal.Temporal;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.Timer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;

/**
 * Members of a type and its subtypes.
 *
 * @param members their names, with the types of the parameters where only one overload is meant
 */
record Calls(Class<?> owner, Set<String> members) {

    private static final String CONSTRUCTOR = "<init>";

    static final List<Calls> THAT_BLOCK = List.of(
            to(Thread.class, "sleep", "join"),
            to(Object.class, "wait"),
            to(LockSupport.class, "park", "parkNanos", "parkUntil"),
            to(Lock.class, "lock", "lockInterruptibly"),
            to(Condition.class, "await", "awaitNanos", "awaitUninterruptibly", "awaitUntil"),
            to(Semaphore.class, "acquire", "acquireUninterruptibly"),
            to(CountDownLatch.class, "await"),
            to(CyclicBarrier.class, "await"),
            to(Phaser.class, "awaitAdvance", "awaitAdvanceInterruptibly", "arriveAndAwaitAdvance"),
            to(Future.class, "get", "join"),
            to(ForkJoinTask.class, "invoke"),
            to(ExecutorService.class, "awaitTermination", "close", "invokeAll", "invokeAny"),
            to(TimeUnit.class, "sleep", "timedJoin", "timedWait"),
            to(Process.class, "waitFor"),
            // These ask the resolver.
            to(InetAddress.class, "getByName", "getAllByName", "getLocalHost"),
            to(InetAddress.class, "getHostName", "getCanonicalHostName", "isReachable"),
            to(InetSocketAddress.class, "getHostName"),
            to(InetSocketAddress.class, CONSTRUCTOR + "(java.lang.String, int)"));

    static final DescribedPredicate<JavaClass> TYPES_THAT_BLOCK = describe("block their callers", type -> List.of(
                    BlockingQueue.class,
                    Channel.class,
                    Selector.class,
                    Socket.class,
                    ServerSocket.class,
                    DatagramSocket.class,
                    URLConnection.class,
                    Files.class,
                    FileInputStream.class,
                    FileOutputStream.class,
                    RandomAccessFile.class)
            .stream()
            .anyMatch(type::isAssignableTo));

    static final List<Calls> THAT_READ_THE_TIME = List.of(
            to(System.class, "nanoTime", "currentTimeMillis"),
            to(Clock.class, "systemUTC", "systemDefaultZone", "system"),
            to(Clock.class, "tick", "tickMillis", "tickSeconds", "tickMinutes"),
            to(Temporal.class, "now"),
            to(Date.class, CONSTRUCTOR + "()"));

    static final List<Calls> THAT_CREATE_THREADS = List.of(
            to(Thread.class, CONSTRUCTOR, "ofPlatform", "ofVirtual", "startVirtualThread"),
            to(ThreadFactory.class, "newThread"),
            to(Executors.class, "newFixedThreadPool", "newCachedThreadPool", "newSingleThreadExecutor"),
            to(Executors.class, "newScheduledThreadPool", "newSingleThreadScheduledExecutor", "newWorkStealingPool"),
            to(Executors.class, "newThreadPerTaskExecutor", "newVirtualThreadPerTaskExecutor"),
            to(ThreadPoolExecutor.class, CONSTRUCTOR),
            to(ForkJoinPool.class, CONSTRUCTOR, "commonPool"),
            to(CompletableFuture.class, "runAsync", "supplyAsync", "delayedExecutor"),
            to(Timer.class, CONSTRUCTOR));

    static final List<Calls> THAT_PRINT = List.of(
            to(Throwable.class, "printStackTrace"), to(Thread.class, "dumpStack"), to(System.class, "out", "err"));

    boolean include(JavaAccess<?> access) {
        AccessTarget target = access.getTarget();
        return owns(target) && (members.contains(target.getName()) || members.contains(signature(target)));
    }

    private boolean owns(AccessTarget target) {
        // Every type is an Object, and may have its own method of the name.
        return owner == Object.class
                ? target.getOwner().isEquivalentTo(owner)
                : target.getOwner().isAssignableTo(owner);
    }

    private static String signature(AccessTarget target) {
        return target.getFullName().substring(target.getOwner().getName().length() + 1);
    }

    private static Calls to(Class<?> owner, String... members) {
        return new Calls(owner, Set.of(members));
    }
}
