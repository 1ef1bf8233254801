package io.netpoll.boot;

import io.netpoll.handler.CompressionOptions;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.web.server.Compression;

/** Translates what Boot knows about compression into the terms of the server. */
final class CompressionSettings {

    private CompressionSettings() {}

    /** {@code null} if there is to be no compression. */
    static @Nullable CompressionOptions of(@Nullable Compression compression) {
        if (compression == null || !compression.getEnabled()) {
            return null;
        }
        return CompressionOptions.builder()
                .mediaTypes(List.of(compression.getAllMimeTypes()))
                .minimumSize(Math.max(0, compression.getMinResponseSize().toBytes()))
                .excludedUserAgents(userAgents(compression.getExcludedUserAgents()))
                .build();
    }

    private static List<Pattern> userAgents(String @Nullable [] expressions) {
        return expressions == null
                ? List.of()
                : Arrays.stream(expressions).map(CompressionSettings::userAgent).toList();
    }

    private static Pattern userAgent(String expression) {
        try {
            return Pattern.compile(expression);
        } catch (PatternSyntaxException e) {
            throw new InvalidConfigurationPropertyValueException(
                    "server.compression.excluded-user-agents",
                    expression,
                    "It is not a regular expression: " + e.getDescription() + ".");
        }
    }
}
