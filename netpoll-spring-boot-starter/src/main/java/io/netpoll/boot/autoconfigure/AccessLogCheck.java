package io.netpoll.boot.autoconfigure;

import io.netpoll.boot.accesslog.AccessLog;
import io.netpoll.boot.accesslog.AccessLogSettings;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Has a wrong access log fail the start by the name of the property that is wrong. */
final class AccessLogCheck {

    private static final String LOG = "accesslog.";

    private AccessLogCheck() {}

    static void check(AccessLogSettings settings, Binder binder) {
        if (settings.isEnabled()) {
            check("pattern", settings.getPattern(), binder, () -> AccessLog.checkPattern(settings));
            check(
                    "file-date-format",
                    settings.getFileDateFormat(),
                    binder,
                    () -> AccessLog.checkFileDateFormat(settings));
        }
    }

    private static void check(String name, String value, Binder binder, Runnable check) {
        try {
            check.run();
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationPropertyValueException(source(name, binder), value, e.getMessage() + ".");
        }
    }

    /** Where the value came from. */
    private static String source(String name, Binder binder) {
        String ours = "netpoll.server." + LOG + name;
        String tomcats = TomcatFallbacks.TOMCAT + LOG + name;
        boolean fromTomcat = !binder.bind(ours, Bindable.of(String.class)).isBound()
                && binder.bind(tomcats, Bindable.of(String.class)).isBound();
        return fromTomcat ? tomcats : ours;
    }
}
