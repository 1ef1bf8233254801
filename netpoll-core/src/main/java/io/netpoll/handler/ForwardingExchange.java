package io.netpoll.handler;

import io.netpoll.http.Cancellable;
import io.netpoll.http.ConnectionInfo;
import io.netpoll.http.DetachedListener;
import io.netpoll.http.Exchange;
import io.netpoll.http.FieldList;
import io.netpoll.http.RequestBody;
import io.netpoll.http.RequestHead;
import io.netpoll.http.ResponseSink;
import java.io.IOException;
import java.time.Duration;

/** Passes every call on. A subclass overrides what it changes. */
abstract class ForwardingExchange implements Exchange {

    private final Exchange exchange;

    ForwardingExchange(Exchange exchange) {
        this.exchange = exchange;
    }

    @Override
    public RequestHead request() {
        return exchange.request();
    }

    @Override
    public RequestBody requestBody() {
        return exchange.requestBody();
    }

    @Override
    public ResponseSink response() {
        return exchange.response();
    }

    @Override
    public ConnectionInfo connection() {
        return exchange.connection();
    }

    @Override
    public long id() {
        return exchange.id();
    }

    @Override
    public void attach(Object attachment) {
        exchange.attach(attachment);
    }

    @Override
    public void detach(DetachedListener listener) {
        exchange.detach(listener);
    }

    @Override
    public void upgrade(String protocol, FieldList fields) throws IOException {
        exchange.upgrade(protocol, fields);
    }

    @Override
    public void complete() {
        exchange.complete();
    }

    @Override
    public void abort(Throwable cause) {
        exchange.abort(cause);
    }

    @Override
    public boolean execute(Runnable task) {
        return exchange.execute(task);
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
        return exchange.schedule(delay, task);
    }
}
