package io.netpoll.it.members;

import io.netpoll.it.RunningApplication;

/** With the sessions of netpoll. */
class ServerSessionsIT extends MembersSuite {

    ServerSessionsIT() {
        super(
                RunningApplication.start(
                        MembersApplication.class,
                        "spring.autoconfigure.exclude=org.springframework.boot.session.jdbc.autoconfigure.JdbcSessionAutoConfiguration"),
                "JSESSIONID");
    }
}
