package io.netpoll.boot;

import jakarta.servlet.http.Cookie;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.springframework.boot.web.server.Cookie.SameSite;
import org.springframework.boot.web.server.servlet.CookieSameSiteSupplier;

/**
 * Gives cookies the SameSite attribute that the application's suppliers choose. The first supplier that knows a cookie
 * decides, {@link SameSite#OMITTED} included; an attribute the cookie has already stays.
 *
 * @param suppliers in the order they are asked
 */
record SameSiteCookies(List<? extends CookieSameSiteSupplier> suppliers) implements UnaryOperator<Cookie> {

    private static final String ATTRIBUTE = "SameSite";

    @Override
    public Cookie apply(Cookie cookie) {
        if (cookie.getAttribute(ATTRIBUTE) != null) {
            return cookie;
        }
        return suppliers.stream()
                .map(supplier -> supplier.getSameSite(cookie))
                .filter(Objects::nonNull)
                .findFirst()
                .map(sameSite -> with(cookie, sameSite))
                .orElse(cookie);
    }

    private static Cookie with(Cookie cookie, SameSite sameSite) {
        if (sameSite == SameSite.OMITTED) {
            return cookie;
        }
        Cookie copy = (Cookie) cookie.clone();
        copy.setAttribute(ATTRIBUTE, sameSite.attributeValue());
        return copy;
    }
}
