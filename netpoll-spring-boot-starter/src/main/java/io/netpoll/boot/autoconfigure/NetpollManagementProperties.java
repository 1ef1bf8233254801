package io.netpoll.boot.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;

/** The properties {@code netpoll.management.*}. */
@ConfigurationProperties("netpoll.management")
public class NetpollManagementProperties {

    private final Accesslog accesslog = new Accesslog();

    public Accesslog getAccesslog() {
        return accesslog;
    }

    /** The access log of the management server. */
    public static class Accesslog {

        /**
         * What is put before the prefix of the management server's access log files.
         */
        private String prefix = "management_";

        public String getPrefix() {
            return prefix;
        }

        public void setPrefix(String prefix) {
            this.prefix = prefix;
        }
    }
}
