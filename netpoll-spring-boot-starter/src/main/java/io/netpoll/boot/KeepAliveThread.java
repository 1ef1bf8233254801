package io.netpoll.boot;

import java.util.concurrent.CountDownLatch;

/**
 * Keeps the process alive while a web server exists, also while it does not listen: virtual threads are daemons, and the
 * event loops come and go with the listener.
 */
final class KeepAliveThread {

    private final CountDownLatch end = new CountDownLatch(1);

    private KeepAliveThread() {}

    static KeepAliveThread start(String serverName) {
        KeepAliveThread keepAlive = new KeepAliveThread();
        Thread thread = Thread.ofPlatform()
                .name("netpoll-" + serverName + "-keep-alive")
                .daemon(false)
                .unstarted(keepAlive::await);
        // Whatever loader the application was started with must not live as long as a forgotten thread.
        thread.setContextClassLoader(KeepAliveThread.class.getClassLoader());
        thread.start();
        return keepAlive;
    }

    void end() {
        end.countDown();
    }

    private void await() {
        boolean ended = false;
        while (!ended) {
            try {
                end.await();
                ended = true;
            } catch (InterruptedException e) {
                // Nobody but end() decides.
                ended = false;
            }
        }
    }
}
