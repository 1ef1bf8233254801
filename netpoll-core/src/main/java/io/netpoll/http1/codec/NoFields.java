package io.netpoll.http1.codec;

import io.netpoll.http.Headers;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A section without field lines. */
enum NoFields implements Headers {
    INSTANCE;

    @Override
    public int size() {
        return 0;
    }

    @Override
    public String name(int index) {
        throw new IndexOutOfBoundsException(Objects.checkIndex(index, 0));
    }

    @Override
    public String value(int index) {
        throw new IndexOutOfBoundsException(Objects.checkIndex(index, 0));
    }

    @Override
    public @Nullable String first(String name) {
        return null;
    }
}
