package io.netpoll.it.members;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/** Starts the members' pages. How they are protected is Spring Boot's default: a form, HTTP Basic, and CSRF tokens. */
@SpringBootApplication(proxyBeanMethods = false)
public class MembersApplication {

    /** The entry point. */
    public static void main(String[] args) {
        SpringApplication.run(MembersApplication.class, args);
    }

    @Bean
    UserDetailsService members() {
        return new InMemoryUserDetailsManager(User.withUsername("grace")
                .password("{noop}cobol") // a password of tests only
                .roles("MEMBER")
                .build());
    }
}
