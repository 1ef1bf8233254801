package io.netpoll.it;

import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A client that keeps cookies, like a browser, and follows no redirects, unlike it. */
public final class Browser implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(cookies)
            .build();

    private int port;

    /** A browser that talks to a port of this machine. */
    public Browser(int port) {
        this.port = port;
    }

    /** Talks to another port from now on. Cookies are the same there, as they belong to a host. */
    public void moveTo(int otherPort) {
        port = otherPort;
    }

    /** Sends a GET request with headers, alternately name and value. */
    public HttpResponse<String> get(String path, String... headers) {
        return send(request(path, headers).GET());
    }

    /** Sends a form. */
    public HttpResponse<String> post(String path, Map<String, String> form) {
        String body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return post(path, body, "Content-Type", "application/x-www-form-urlencoded");
    }

    /** Sends content with headers, alternately name and value. */
    public HttpResponse<String> post(String path, String body, String... headers) {
        return send(request(path, headers).POST(BodyPublishers.ofString(body)));
    }

    /** Sends any request. */
    public HttpResponse<String> send(HttpRequest.Builder request) {
        return send(request, BodyHandlers.ofString());
    }

    /** Sends any request. */
    public <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler) {
        try {
            return client.send(request.build(), handler);
        } catch (IOException e) {
            throw new IllegalStateException("No answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A request that waits at most half a minute, with headers, alternately name and value. */
    public HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .timeout(TIMEOUT);
        return headers.length == 0 ? request : request.headers(headers);
    }

    /** The value of a cookie that a server has set. */
    public Optional<String> cookie(String name) {
        return cookies.getCookieStore().getCookies().stream()
                .filter(cookie -> cookie.getName().equals(name))
                .map(HttpCookie::getValue)
                .findFirst();
    }

    @Override
    public void close() {
        client.close();
    }
}
