package io.netpoll.handler;

import io.netpoll.http.Cancellable;
import io.netpoll.http.ConnectionInfo;
import io.netpoll.http.DetachedListener;
import io.netpoll.http.Exchange;
import io.netpoll.http.FieldList;
import io.netpoll.http.RequestBody;
import io.netpoll.http.RequestHead;
import io.netpoll.http.ResponseHead;
import io.netpoll.http.ResponseSink;
import java.lang.reflect.Proxy;
import java.time.Duration;

/** An exchange that has a request and a connection, and no response but one that is noticed. */
record SeenExchange(RequestHead request, ConnectionInfo connection) implements Exchange {

    @Override
    public RequestBody requestBody() {
        throw new UnsupportedOperationException();
    }

    @Override
    public ResponseSink response() {
        return (ResponseSink) Proxy.newProxyInstance(
                ResponseSink.class.getClassLoader(),
                new Class<?>[] {ResponseSink.class},
                (proxy, method, arguments) -> {
                    throw new Answered(((ResponseHead) arguments[0]).status());
                });
    }

    @Override
    public long id() {
        return 1;
    }

    @Override
    public void attach(Object attachment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void detach(DetachedListener listener) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void upgrade(String protocol, FieldList fields) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void complete() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void abort(Throwable cause) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean execute(Runnable task) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
        throw new UnsupportedOperationException();
    }
}
