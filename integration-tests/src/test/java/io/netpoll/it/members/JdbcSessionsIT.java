package io.netpoll.it.members;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.it.Browser;
import io.netpoll.it.RunningApplication;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the sessions of Spring Session, in a database. */
class JdbcSessionsIT extends MembersSuite {

    JdbcSessionsIT() {
        super(RunningApplication.start(MembersApplication.class), "SESSION");
    }

    @Test
    void sessionsAreSharedAndSurviveARestart(@TempDir Path directory) {
        try (RunningApplication first = start(directory);
                Browser browser = new Browser(first.port())) {
            MembersSuite.logIn(browser, "cobol");
            assertThat(browser.get("/visits").body()).isEqualTo("grace was here 1 times");

            try (RunningApplication second = start(directory)) {
                browser.moveTo(second.port());
                assertThat(browser.get("/visits").body()).isEqualTo("grace was here 2 times");
                browser.moveTo(first.port());
                assertThat(browser.get("/visits").body()).isEqualTo("grace was here 3 times");
            }
            first.context().close();

            try (RunningApplication restarted = start(directory);
                    RunningApplication other = start(directory)) {
                browser.moveTo(restarted.port());
                assertThat(browser.get("/visits").body()).isEqualTo("grace was here 4 times");
                browser.post("/logout", Map.of("_csrf", browser.get("/token").body()));
                browser.moveTo(other.port());
                assertThat(browser.get("/visits", "Accept", "application/json").statusCode())
                        .isEqualTo(401);
            }
        }
    }

    private static RunningApplication start(Path directory) {
        return RunningApplication.start(
                MembersApplication.class,
                "spring.datasource.url=jdbc:h2:file:" + directory.resolve("sessions"),
                "spring.session.jdbc.initialize-schema=always");
    }
}
