package io.netpoll.http1.codec;

import io.netpoll.http.Headers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Field lines as they were received: the octets and where the lines are in them. Strings are made when asked for; names are
 * looked for without making any. Immutable.
 *
 * <p>Two numbers are kept per line, where its name starts and where its colon is, and behind them where the empty line
 * starts that ends the section. A value ends before the CR LF in front of the next name.
 */
class FieldBlock implements Headers {

    private static final int CRLF = 2;

    final byte[] octets;
    private final int[] offsets;
    private final int count;

    FieldBlock(byte[] octets, int[] offsets, int count) {
        this.octets = octets;
        this.offsets = offsets;
        this.count = count;
    }

    @Override
    public final int size() {
        return count;
    }

    @Override
    public final String name(int index) {
        Objects.checkIndex(index, count);
        return text(nameStart(index), nameEnd(index));
    }

    @Override
    public final String value(int index) {
        Objects.checkIndex(index, count);
        int start = valueStart(index);
        return text(start, valueEnd(index, start));
    }

    @Override
    public final @Nullable String first(String name) {
        int index = indexOf(name, 0);
        return index < 0 ? null : value(index);
    }

    @Override
    public final boolean contains(String name) {
        return indexOf(name, 0) >= 0;
    }

    @Override
    public final List<String> all(String name) {
        List<String> values = new ArrayList<>(2);
        for (int i = indexOf(name, 0); i >= 0; i = indexOf(name, i + 1)) {
            values.add(value(i));
        }
        return values;
    }

    @Override
    public final boolean hasMember(String name, String member) {
        for (int i = indexOf(name, 0); i >= 0; i = indexOf(name, i + 1)) {
            if (valueContains(i, member)) {
                return true;
            }
        }
        return false;
    }

    /** The first line with this name from a line on; −1 if there is none. */
    final int indexOf(String name, int from) {
        for (int i = from; i < count; i++) {
            if (isNamed(i, name)) {
                return i;
            }
        }
        return -1;
    }

    final boolean isNamed(int index, String name) {
        return Octets.equalsIgnoreCase(octets, nameStart(index), nameEnd(index), name);
    }

    final boolean valueContains(int index, String member) {
        return Octets.listContains(octets, valueStart(index), lineEnd(index), member);
    }

    final int nameLength(int index) {
        return nameEnd(index) - nameStart(index);
    }

    /** Where the value starts, white space left out. */
    final int valueStart(int index) {
        return Octets.skipBlanks(octets, nameEnd(index) + 1, lineEnd(index));
    }

    /** Where a value that starts there ends, white space left out. */
    final int valueEnd(int index, int valueStart) {
        return Octets.dropBlanks(octets, valueStart, lineEnd(index));
    }

    final String text(int from, int to) {
        return new String(octets, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private int nameStart(int index) {
        return offsets[2 * index];
    }

    private int nameEnd(int index) {
        return offsets[2 * index + 1];
    }

    private int lineEnd(int index) {
        return offsets[2 * index + 2] - CRLF;
    }
}
