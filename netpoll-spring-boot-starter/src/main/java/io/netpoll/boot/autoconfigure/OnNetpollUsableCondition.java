package io.netpoll.boot.autoconfigure;

import java.util.Optional;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches where netpoll can run, and also where it cannot but no other server could take its place: the start then fails and
 * says why.
 */
class OnNetpollUsableCondition extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition(ConditionalOnNetpollUsable.class);
        Optional<String> obstacle = PlatformSupport.current().obstacle();
        if (obstacle.isEmpty()) {
            return ConditionOutcome.match(message.because("nothing is known to stand in the way"));
        }
        if (OtherServer.present(context.getClassLoader()).isEmpty()) {
            return ConditionOutcome.match(message.because(obstacle.get() + ", and there is no other server"));
        }
        return ConditionOutcome.noMatch(message.because(obstacle.get()));
    }
}
