package io.netpoll.boot.accesslog;

import io.netpoll.boot.accesslog.AccessLogPattern.Token;
import io.netpoll.http.ExchangeSummary;
import io.netpoll.http.RequestHead;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The tokens a pattern may have: those of Tomcat's {@code AccessLogValve}, and {@code %E}, {@code %{…}P} and {@code %R} for
 * what Tomcat does not know.
 */
final class AccessLogTokens {

    private final AccessLogAddresses addresses;
    private final Locale locale;

    AccessLogTokens(AccessLogSettings settings) {
        this.addresses = new AccessLogAddresses(settings.isIpv6Canonical(), settings.isRequestAttributesEnabled());
        this.locale = settings.localeInUse();
    }

    /** A token without a name; {@code null} if there is none of that letter. */
    @Nullable Token plain(char letter) {
        return switch (letter) {
            case 'a' -> new Token("remoteAddr", addresses::remote);
            case 'A' -> new Token("localAddr", addresses::local);
            case 'b' -> new Token("size", s -> s.sent() == 0 ? null : s.sent());
            case 'B' -> number("byteSentNC", ExchangeSummary::sent);
            case 'D' ->
                number(
                        "elapsedTime",
                        s -> TimeUnit.NANOSECONDS.toMicros(s.times().total()));
            case 'E' -> new Token("end", s -> s.end().name().toLowerCase(Locale.ROOT));
            case 'F' ->
                number(
                        "firstByteTime",
                        s -> TimeUnit.NANOSECONDS.toMillis(s.times().toFirstOctet()));
            case 'h' -> new Token("host", addresses::remote);
            case 'H' -> request("protocol", head -> head.version().toString());
            case 'I' -> new Token("threadName", s -> Thread.currentThread().getName());
            case 'l' -> new Token("logicalUserName", s -> null);
            case 'm' -> request("method", RequestHead::method);
            case 'p' -> new Token("port", addresses::localPort);
            case 'q' -> request("query", head -> head.query() == null ? "" : "?" + head.query());
            case 'r' -> new Token("request", AccessLogTokens::requestLine);
            case 'R' -> number("received", ExchangeSummary::received);
            case 's' -> new Token("statusCode", s -> s.status() == 0 ? null : (long) s.status());
            case 'S' -> new Token("sessionId", AttachedRequest::sessionId);
            case 't' -> new Token("time", AccessLogTimes.common(locale));
            case 'T' ->
                number(
                        "elapsedTimeS",
                        s -> TimeUnit.NANOSECONDS.toSeconds(s.times().total()));
            case 'u' -> new Token("user", AttachedRequest::user);
            case 'U' -> request("path", RequestHead::path);
            case 'v' -> new Token("localServerName", addresses::serverName);
            case 'X' -> new Token("connectionStatus", AccessLogTokens::connectionStatus);
            default -> null;
        };
    }

    /** A token with a name; {@code null} if there is none of that letter, or it does not go with that name. */
    @Nullable Token named(char letter, String name) {
        return switch (letter) {
            case 'a' ->
                switch (name) {
                    case "remote" -> new Token("remoteAddr", addresses::remote);
                    case "peer" -> new Token("peerAddr", addresses::peer);
                    default -> null;
                };
            case 'c' -> named("cookies", name, s -> AttachedRequest.cookie(s, name));
            case 'E' -> name.equals("detail") ? new Token("detail", ExchangeSummary::detail) : null;
            case 'i' ->
                named(
                        "requestHeaders",
                        name,
                        s -> s.request() == null ? null : all(s.request().headers(), name));
            case 'L' ->
                name.equals("c") ? number("connectionId", s -> s.connection().id()) : null;
            case 'o' -> named("responseHeaders", name, s -> all(s.fields(), name));
            case 'p' ->
                switch (name) {
                    case "local" -> new Token("port", addresses::localPort);
                    case "remote" -> new Token("remotePort", addresses::remotePort);
                    default -> null;
                };
            case 'P' -> phase(name);
            case 'r' -> named("requestAttributes", name, s -> AttachedRequest.attribute(s, name));
            case 's' -> named("sessionAttributes", name, s -> AttachedRequest.sessionAttribute(s, name));
            case 't' -> new Token("time", AccessLogTimes.of(name, locale));
            case 'T' -> elapsed(name);
            default -> null;
        };
    }

    private static Token named(String group, String name, AccessLogValue value) {
        return new Token(group + "." + name, value);
    }

    private static Token number(String key, ToLongFunction<ExchangeSummary> value) {
        return new Token(key, value::applyAsLong);
    }

    private static Token request(String key, java.util.function.Function<RequestHead, @Nullable String> value) {
        return new Token(key, s -> s.request() == null ? null : value.apply(s.request()));
    }

    private static @Nullable Token phase(String name) {
        return switch (name) {
            case "queued" -> phase(name, ExchangeSummary.Times::queued);
            case "handling" -> phase(name, ExchangeSummary.Times::handling);
            case "writing" -> phase(name, ExchangeSummary.Times::writing);
            default -> null;
        };
    }

    private static Token phase(String name, ToLongFunction<ExchangeSummary.Times> nanos) {
        return number(name, s -> TimeUnit.NANOSECONDS.toMicros(nanos.applyAsLong(s.times())));
    }

    private static @Nullable Token elapsed(String unit) {
        return switch (unit) {
            case "ns" -> number("elapsedTimeNs", s -> s.times().total());
            case "us" ->
                number(
                        "elapsedTimeUs",
                        s -> TimeUnit.NANOSECONDS.toMicros(s.times().total()));
            case "ms" ->
                number(
                        "elapsedTimeMs",
                        s -> TimeUnit.NANOSECONDS.toMillis(s.times().total()));
            case "s" -> plainSeconds();
            case "fracsec" ->
                new Token("elapsedTimeFracsec", s -> fraction(s.times().total()));
            default -> null;
        };
    }

    private static Token plainSeconds() {
        return number(
                "elapsedTimeS", s -> TimeUnit.NANOSECONDS.toSeconds(s.times().total()));
    }

    private static String fraction(long nanos) {
        long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
        return String.format(Locale.ROOT, "%d.%03d", millis / 1000, millis % 1000);
    }

    /** As it came, where it could not be read. */
    private static @Nullable Object requestLine(ExchangeSummary summary) {
        RequestHead head = summary.request();
        if (head == null) {
            return summary.requestLine().isEmpty() ? null : summary.requestLine();
        }
        return head.method() + " " + head.target() + " " + head.version();
    }

    private static Object connectionStatus(ExchangeSummary summary) {
        return switch (summary.end()) {
            case COMPLETED -> summary.persistent() ? "+" : "-";
            case CLIENT_GONE, CLIENT_STALLED, FAILED, TIMED_OUT, SERVER_STOPPED -> summary.persistent() ? "+" : "X";
            case REJECTED, REFUSED, REQUEST_BROKEN, HANDSHAKE_FAILED -> "-";
        };
    }

    private static @Nullable String all(io.netpoll.http.Headers headers, String name) {
        var values = headers.all(name);
        return values.isEmpty() ? null : String.join(",", values);
    }
}
