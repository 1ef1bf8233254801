package io.netpoll.it.members;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.security.Principal;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Counts in the session. */
@RestController
class VisitController {

    @GetMapping("/visits")
    String visits(HttpSession session, Principal principal) {
        Integer before = (Integer) session.getAttribute("visits");
        int visits = before == null ? 1 : before + 1;
        session.setAttribute("visits", visits);
        return principal.getName() + " was here " + visits + " times";
    }

    @GetMapping("/token")
    String token(CsrfToken token) {
        return token.getToken();
    }

    @PostMapping("/note")
    String note(@RequestParam String text, HttpSession session) {
        session.setAttribute("note", text);
        return "Noted: " + text;
    }

    @GetMapping("/me")
    String me(HttpServletRequest request) {
        return request.getRemoteUser() + " " + request.isUserInRole("MEMBER");
    }
}
