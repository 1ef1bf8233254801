package io.netpoll.handler;

import io.netpoll.http.Headers;
import io.netpoll.http.HttpVersion;
import io.netpoll.http.RequestHead;
import io.netpoll.http.TargetForm;
import org.jspecify.annotations.Nullable;

/** A request that nobody has sent. */
record Request(String method, Headers headers) implements RequestHead {

    @Override
    public String target() {
        return "/";
    }

    @Override
    public TargetForm targetForm() {
        return TargetForm.ORIGIN;
    }

    @Override
    public String path() {
        return "/";
    }

    @Override
    public @Nullable String query() {
        return null;
    }

    @Override
    public @Nullable String scheme() {
        return null;
    }

    @Override
    public String authority() {
        String host = headers.first("Host");
        return host == null ? "" : host;
    }

    @Override
    public HttpVersion version() {
        return HttpVersion.HTTP_1_1;
    }
}
