package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.boot.NetpollServletWebServerFactory;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.servlet.ServletWebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.StringUtils;

/** Which server serves, with Tomcat on the class path unless a test hides it. */
@ExtendWith(OutputCaptureExtension.class)
class ServerChoiceTest {

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    TomcatServletWebServerAutoConfiguration.class,
                    NetpollServletWebServerAutoConfiguration.class,
                    ServerChoiceReportAutoConfiguration.class));

    @Test
    void netpollWinsOverLeftoverTomcatAndNamesIt(CapturedOutput output) {
        runner.run(context -> {
            assertThat(context)
                    .getBean(ServletWebServerFactory.class)
                    .isInstanceOf(NetpollServletWebServerFactory.class);
            assertThat(warnings(output)).isEqualTo(1);
            assertThat(output).contains("Tomcat is on the class path too", "spring-boot-starter-tomcat");
        });
    }

    @Test
    void nothingIsReportedWhereNetpollIsAlone(CapturedOutput output) {
        runner.withClassLoader(new FilteredClassLoader(Tomcat.class)).run(context -> {
            assertThat(context)
                    .getBean(ServletWebServerFactory.class)
                    .isInstanceOf(NetpollServletWebServerFactory.class);
            assertThat(warnings(output)).isZero();
        });
    }

    @Test
    void factoryOfTheApplicationWins(CapturedOutput output) {
        runner.withUserConfiguration(OwnFactory.class).run(context -> {
            assertThat(context).getBean(ServletWebServerFactory.class).isSameAs(OwnFactory.FACTORY);
            assertThat(warnings(output)).isZero();
        });
    }

    @Test
    void disabledMeansTheOtherServer(CapturedOutput output) {
        runner.withPropertyValues("netpoll.server.enabled=false").run(context -> {
            assertThat(context)
                    .getBean(ServletWebServerFactory.class)
                    .isInstanceOf(TomcatServletWebServerFactory.class);
            assertThat(context).doesNotHaveBean(NetpollWebServerFactoryCustomizer.class);
            assertThat(warnings(output)).isZero();
        });
    }

    @Test
    void otherServerTakesOverWhereNetpollCannotRun(CapturedOutput output) {
        runner.withSystemProperties("os.name=Mac OS X").run(context -> {
            assertThat(context)
                    .getBean(ServletWebServerFactory.class)
                    .isInstanceOf(TomcatServletWebServerFactory.class);
            assertThat(warnings(output)).isEqualTo(1);
            assertThat(output).contains("netpoll cannot run here", "Mac OS X");
        });
    }

    @Test
    void netpollStaysWhereNothingCouldTakeOver() {
        runner.withSystemProperties("os.arch=riscv64")
                .withClassLoader(new FilteredClassLoader(Tomcat.class))
                .run(context -> assertThat(context)
                        .getBean(ServletWebServerFactory.class)
                        .isInstanceOf(NetpollServletWebServerFactory.class));
    }

    private static int warnings(CapturedOutput output) {
        return StringUtils.countOccurrencesOf(output.toString(), ServerChoiceReport.class.getSimpleName());
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnFactory {

        private static final ServletWebServerFactory FACTORY = new TomcatServletWebServerFactory(0);

        @Bean
        ServletWebServerFactory ownFactory() {
            return FACTORY;
        }
    }
}
