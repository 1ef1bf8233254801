package io.netpoll.handler;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.netpoll.http.ConnectionInfo;
import io.netpoll.http.Exchange;
import io.netpoll.http.RequestBody;
import io.netpoll.http.RequestHead;
import io.netpoll.http.ResponseSink;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What stands around an exchange answers for all of it: a method that is added with a default must not be left out. */
class DecoratorsTest {

    static Stream<Arguments> decorators() {
        return Stream.of(
                        decorator(Exchange.class, ForwardingExchange.class),
                        decorator(RequestBody.class, CompressingExchange.class, "Body"),
                        decorator(ResponseSink.class, CompressingSink.class),
                        decorator(RequestHead.class, ForwardedExchange.class, "Request"),
                        decorator(ConnectionInfo.class, ForwardedExchange.class, "Connection"))
                .flatMap(stream -> stream);
    }

    private static Stream<Arguments> decorator(Class<?> seam, Class<?> outer, String nested) {
        return decorator(
                seam,
                Arrays.stream(outer.getDeclaredClasses())
                        .filter(type -> type.getSimpleName().equals(nested))
                        .findFirst()
                        .orElseThrow());
    }

    private static Stream<Arguments> decorator(Class<?> seam, Class<?> decorator) {
        return Arrays.stream(seam.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .map(method -> Arguments.of(decorator, method));
    }

    @ParameterizedTest
    @MethodSource("decorators")
    void everyMethodIsPassedOn(Class<?> decorator, Method method) {
        assertThatCode(() -> decorator.getDeclaredMethod(method.getName(), method.getParameterTypes()))
                .doesNotThrowAnyException();
    }
}
