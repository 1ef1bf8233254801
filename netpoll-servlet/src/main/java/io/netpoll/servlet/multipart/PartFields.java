package io.netpoll.servlet.multipart;

import io.netpoll.http.Headers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The header fields of a part. Unlike a message's they are UTF-8 (RFC 7578 §5.1), so that any character may occur. */
final class PartFields implements Headers {

    private final List<String> names = new ArrayList<>(3);
    private final List<String> values = new ArrayList<>(3);

    void add(String name, String value) {
        names.add(name);
        values.add(value);
    }

    @Override
    public int size() {
        return names.size();
    }

    @Override
    public String name(int index) {
        return names.get(index);
    }

    @Override
    public String value(int index) {
        return values.get(index);
    }

    @Override
    public @Nullable String first(String name) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(name)) {
                return values.get(i);
            }
        }
        return null;
    }
}
