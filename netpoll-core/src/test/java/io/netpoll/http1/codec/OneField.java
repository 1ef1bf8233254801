package io.netpoll.http1.codec;

import io.netpoll.http.Headers;

/** One field that nobody has checked. */
record OneField(String name, String value) implements Headers {

    @Override
    public int size() {
        return 1;
    }

    @Override
    public String name(int index) {
        return name;
    }

    @Override
    public String value(int index) {
        return value;
    }

    @Override
    public String first(String wanted) {
        return value;
    }
}
