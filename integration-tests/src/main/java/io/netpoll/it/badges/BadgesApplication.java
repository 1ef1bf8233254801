package io.netpoll.it.badges;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** Starts the pages. Whoever shows a certificate of somebody who is known is logged in; nobody has a password. */
@SpringBootApplication(proxyBeanMethods = false)
public class BadgesApplication {

    /** The entry point. */
    public static void main(String[] args) {
        SpringApplication.run(BadgesApplication.class, args);
    }

    @Bean
    SecurityFilterChain badges(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(requests -> requests.requestMatchers("/lobby")
                        .permitAll()
                        .anyRequest()
                        .hasRole("STAFF"))
                .x509(Customizer.withDefaults())
                .build();
    }

    @Bean
    UserDetailsService staff() {
        return new InMemoryUserDetailsManager(User.withUsername("ada")
                .password("") // the certificate is what counts
                .roles("STAFF")
                .build());
    }
}
