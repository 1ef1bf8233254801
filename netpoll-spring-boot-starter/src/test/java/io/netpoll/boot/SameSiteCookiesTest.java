package io.netpoll.boot;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.Cookie;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.server.Cookie.SameSite;
import org.springframework.boot.web.server.servlet.CookieSameSiteSupplier;

class SameSiteCookiesTest {

    private final Cookie cookie = new Cookie("test", "1");

    @Test
    void firstSupplierThatKnowsTheCookieDecides() {
        assertThat(apply(
                        CookieSameSiteSupplier.ofNone().whenHasName("other"),
                        CookieSameSiteSupplier.ofLax(),
                        CookieSameSiteSupplier.ofStrict()))
                .isEqualTo("Lax");
    }

    @Test
    void omittedEndsTheSearchWithoutAnAttribute() {
        assertThat(apply(CookieSameSiteSupplier.of(SameSite.OMITTED), CookieSameSiteSupplier.ofStrict()))
                .isNull();
    }

    @Test
    void attributeOfTheCookieItselfStays() {
        cookie.setAttribute("SameSite", "None");
        assertThat(apply(CookieSameSiteSupplier.ofStrict())).isEqualTo("None");
    }

    @Test
    void cookieOfTheApplicationIsNotChanged() {
        apply(CookieSameSiteSupplier.ofStrict());
        assertThat(cookie.getAttributes()).isEmpty();
    }

    private String apply(CookieSameSiteSupplier... suppliers) {
        return new SameSiteCookies(List.of(suppliers)).apply(cookie).getAttribute("SameSite");
    }
}
