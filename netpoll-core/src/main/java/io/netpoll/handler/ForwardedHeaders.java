package io.netpoll.handler;

import io.netpoll.http.Headers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Header fields without what has been read of them: the field with the clients' addresses keeps what is left of the client,
 * and the trusted proxies stand in a field of their own. Immutable.
 */
final class ForwardedHeaders implements Headers {

    private record Line(String name, String value) {}

    private final Headers headers;

    /** The lines of {@link #headers} that are still there. */
    private final int[] kept;

    private final List<Line> added = new ArrayList<>(2);

    ForwardedHeaders(Headers headers, Origin origin, ForwardedOptions options) {
        String clientField = options.clientField();
        String proxiesField = options.proxiesField();
        this.headers = headers;
        int[] lines = new int[headers.size()];
        int count = 0;
        for (int i = 0; i < lines.length; i++) {
            String name = headers.name(i);
            if (!name.equalsIgnoreCase(clientField) && !name.equalsIgnoreCase(proxiesField)) {
                lines[count++] = i;
            }
        }
        this.kept = Arrays.copyOf(lines, count);
        add(clientField, origin.others());
        add(proxiesField, origin.proxies());
    }

    private void add(@Nullable String name, List<String> members) {
        if (name != null && !members.isEmpty()) {
            added.add(new Line(name, String.join(", ", members)));
        }
    }

    @Override
    public int size() {
        return kept.length + added.size();
    }

    @Override
    public String name(int index) {
        return index < kept.length
                ? headers.name(kept[index])
                : added.get(index - kept.length).name();
    }

    @Override
    public String value(int index) {
        return index < kept.length
                ? headers.value(kept[index])
                : added.get(index - kept.length).value();
    }

    @Override
    public @Nullable String first(String name) {
        for (int i = 0; i < size(); i++) {
            if (name.equalsIgnoreCase(name(i))) {
                return value(i);
            }
        }
        return null;
    }
}
