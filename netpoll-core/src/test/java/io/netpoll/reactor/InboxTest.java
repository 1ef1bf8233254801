package io.netpoll.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InboxTest {

    private final Inbox inbox = new Inbox();

    private static final class Named extends Task {
        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        protected void run() {}
    }

    private static List<String> names(@Nullable Task first) {
        List<String> names = new ArrayList<>();
        for (Task task = first; task != null; task = task.next) {
            names.add(((Named) task).name);
        }
        return names;
    }

    @Test
    void handsOutWhatCameInTheOrderItCame() {
        inbox.push(new Named("a"), 0);
        inbox.push(new Named("b"), 0);
        inbox.push(new Named("c"), 0);
        assertThat(names(inbox.takeAll())).containsExactly("a", "b", "c");
        assertThat(inbox.takeAll()).isNull();
        assertThat(inbox.isEmpty()).isTrue();
    }

    @Test
    void holdsATaskOnce() {
        Named task = new Named("once");
        assertThat(inbox.push(task, 0)).isTrue();
        assertThat(inbox.push(task, 0)).isTrue();
        assertThat(names(inbox.takeAll())).containsExactly("once");
        task.clearPosted();
        assertThat(inbox.push(task, 0)).isTrue();
        assertThat(names(inbox.takeAll())).containsExactly("once");
    }

    @Test
    void letsNothingInAfterTheEnd() {
        inbox.push(new Named("last"), 0);
        assertThat(names(inbox.close())).containsExactly("last");
        Named late = new Named("late");
        assertThat(inbox.push(late, 0)).isFalse();
        assertThat(inbox.push(late, 0))
                .as("refused again, not taken for posted")
                .isFalse();
        assertThat(inbox.takeAll()).isNull();
        assertThat(inbox.close()).isNull();
    }
}
