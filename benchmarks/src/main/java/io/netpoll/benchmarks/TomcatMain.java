package io.netpoll.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;

/** The servlet on Tomcat; arguments: the port, and {@code platform} or {@code virtual} for its threads. */
final class TomcatMain {

    private TomcatMain() {}

    public static void main(String[] args) throws Exception {
        Path base = Files.createTempDirectory("tomcat-benchmark");
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(base.toString());
        tomcat.setHostname("localhost");
        tomcat.setPort(Integer.parseInt(args[0]));
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        // As many requests on one connection as netpoll answers: otherwise connections would be measured, too.
        tomcat.getConnector().setProperty("maxKeepAliveRequests", "-1");
        if (args[1].equals("virtual")) {
            tomcat.getConnector().getProtocolHandler().setExecutor(new VirtualThreadExecutor("tomcat-"));
        }
        Context context = tomcat.addContext("", base.toString());
        Tomcat.addServlet(context, "plaintext", new ThirteenBytes()).addMapping("/plaintext");
        tomcat.start();
        tomcat.getServer().await();
    }
}
