package io.netpoll.http;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Field lines that are being collected for a response. Not safe for use by several threads.
 *
 * <p>Nothing that could end a line or start another gets in: a name must be a token and a value must consist of visible
 * characters, blanks, tabs and the octets 0x80 to 0xFF (RFC 9110 §5.1, §5.5). Anything else is refused with an
 * {@link IllegalArgumentException} that does not repeat the value.
 */
public final class FieldList implements Headers {

    private static final int INITIAL_CAPACITY = 8;

    private String[] names = new String[INITIAL_CAPACITY];
    private String[] values = new String[INITIAL_CAPACITY];
    private int size;

    /** An empty list. */
    public FieldList() {}

    /**
     * Appends a line.
     *
     * @throws IllegalArgumentException if the name or the value cannot stand in a field line
     */
    public FieldList add(String name, String value) {
        append(FieldSyntax.requireName(name), FieldSyntax.requireValue(name, value));
        return this;
    }

    /**
     * Replaces all lines of a name by one, in the place of the first.
     *
     * @throws IllegalArgumentException if the name or the value cannot stand in a field line
     */
    public FieldList set(String name, String value) {
        FieldSyntax.requireName(name);
        FieldSyntax.requireValue(name, value);
        int first = indexOf(name, 0);
        if (first < 0) {
            append(name, value);
            return this;
        }
        names[first] = name;
        values[first] = value;
        removeFrom(name, first + 1);
        return this;
    }

    /** Removes all lines of a name. */
    public FieldList remove(String name) {
        removeFrom(name, 0);
        return this;
    }

    /** Removes every line. */
    public void clear() {
        Arrays.fill(names, 0, size, null);
        Arrays.fill(values, 0, size, null);
        size = 0;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public String name(int index) {
        return names[Objects.checkIndex(index, size)];
    }

    @Override
    public String value(int index) {
        return values[Objects.checkIndex(index, size)];
    }

    @Override
    public @Nullable String first(String name) {
        int index = indexOf(name, 0);
        return index < 0 ? null : values[index];
    }

    private void append(String name, String value) {
        if (size == names.length) {
            names = Arrays.copyOf(names, size * 2);
            values = Arrays.copyOf(values, size * 2);
        }
        names[size] = name;
        values[size] = value;
        size++;
    }

    private int indexOf(String name, int from) {
        for (int i = from; i < size; i++) {
            if (names[i].equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    private void removeFrom(String name, int from) {
        int kept = from;
        for (int i = from; i < size; i++) {
            if (!names[i].equalsIgnoreCase(name)) {
                names[kept] = names[i];
                values[kept] = values[i];
                kept++;
            }
        }
        Arrays.fill(names, kept, size, null);
        Arrays.fill(values, kept, size, null);
        size = kept;
    }
}
