package io.netpoll.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Field lines in order (RFC 9110 §5). Names match without regard to case; values are ISO-8859-1 text without surrounding
 * white space.
 */
public interface Headers {

    /** How many field lines there are. */
    int size();

    /**
     * The name of a line as it was received or set.
     *
     * @param index from 0 to {@link #size()} − 1
     */
    String name(int index);

    /**
     * The value of a line.
     *
     * @param index from 0 to {@link #size()} − 1
     */
    String value(int index);

    /** The value of the first line with this name; {@code null} if there is none. */
    @Nullable String first(String name);

    /** Whether there is a line with this name. */
    default boolean contains(String name) {
        return first(name) != null;
    }

    /** The values of all lines with this name, in order: a list of the caller's own. */
    default List<String> all(String name) {
        List<String> values = new ArrayList<>(2);
        for (int i = 0; i < size(); i++) {
            if (name.equalsIgnoreCase(name(i))) {
                values.add(value(i));
            }
        }
        return values;
    }

    /** The distinct names, compared without regard to case: a set of the caller's own. */
    default Set<String> names() {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 0; i < size(); i++) {
            names.add(name(i));
        }
        return names;
    }

    /**
     * Whether a comma-separated list field contains a member (RFC 9110 §5.6.1), compared without regard to case.
     *
     * @param name the field, such as {@code Connection}
     * @param member the list member, such as {@code close}
     */
    default boolean hasMember(String name, String member) {
        for (int i = 0; i < size(); i++) {
            if (name.equalsIgnoreCase(name(i))
                    && List.of(value(i).toLowerCase(Locale.ROOT).split("[ \t]*,[ \t]*"))
                            .contains(member.toLowerCase(Locale.ROOT))) {
                return true;
            }
        }
        return false;
    }
}
