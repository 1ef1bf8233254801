package io.netpoll.it.badges;

import jakarta.servlet.http.HttpServletRequest;
import java.security.cert.X509Certificate;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/** Says who has come in, and how that is known. */
@RestController
class DoorController {

    /** The name, whether what Spring Security goes by is what the server has put into the request, and its subject. */
    @GetMapping("/office")
    String office(
            HttpServletRequest request,
            Authentication authentication,
            @RequestAttribute("jakarta.servlet.request.X509Certificate") X509Certificate[] shown) {
        return request.getRemoteUser() + " " + shown[0].equals(authentication.getCredentials()) + " "
                + shown[0].getSubjectX500Principal().getName();
    }

    @GetMapping("/lobby")
    String lobby() {
        return "Welcome";
    }
}
