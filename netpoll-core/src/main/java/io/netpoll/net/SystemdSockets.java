package io.netpoll.net;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The descriptors that systemd has opened for this process and passed on (socket activation), as sd_listen_fds(3) finds them.
 * Each that is a stream socket can be given to {@link ListeningSocket#adopt}.
 */
public final class SystemdSockets {

    private static final int FIRST = 3;

    private SystemdSockets() {}

    /**
     * The descriptors, in the order of the socket unit.
     *
     * @return empty if systemd has passed none, or passed them to another process
     * @throws IllegalStateException if {@code LISTEN_FDS} or {@code LISTEN_PID} is no number
     */
    public static List<Integer> descriptors() {
        return descriptors(System.getenv(), ProcessHandle.current().pid());
    }

    static List<Integer> descriptors(Map<String, String> environment, long pid) {
        if (!environment.containsKey("LISTEN_PID") || !environment.containsKey("LISTEN_FDS")) {
            return List.of();
        }
        // Children inherit the variables, but not the descriptors.
        if (number(environment, "LISTEN_PID") != pid) {
            return List.of();
        }
        int count = number(environment, "LISTEN_FDS");
        return IntStream.range(FIRST, FIRST + count).boxed().toList();
    }

    private static int number(Map<String, String> environment, String name) {
        String value = environment.getOrDefault(name, "");
        if (!value.matches("[0-9]{1,9}")) {
            throw new IllegalStateException(name + " is no number: '" + value + "'");
        }
        return Integer.parseInt(value);
    }
}
