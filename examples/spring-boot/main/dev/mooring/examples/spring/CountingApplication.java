package dev.mooring.examples.spring;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.run.AgentRun;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.nio.file.Path;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** A Spring Boot application that holds sessions with two counters: a child process, and an HTTP server of its own. */
@SpringBootApplication
public class CountingApplication {
    public static void main(String... args) {
        // A service would stay open. This program ends after counting.
        SpringApplication.run(CountingApplication.class, args).close();
    }

    /** Serves a counter over HTTP. Spring closes it together with the application. */
    @Bean
    HttpServer counterOverHttp() throws IOException {
        return HttpServer.start(
                HttpEndpoint.builder(CounterServer.create(), "/mcp").build());
    }

    /** Holds the sessions of all runs. Spring closes it together with the application. */
    @Bean
    Sessions sessions(HttpServer counterOverHttp) {
        return Sessions.of(
                ToolServer.of(
                        "process",
                        ServerLocation.Local.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                CounterServer.class.getName())),
                ToolServer.of("http", ServerLocation.Remote.at(counterOverHttp.uri("/mcp"))));
    }

    /** Calls each counter twice in one run, so that the second call meets the state of the first. */
    @Bean
    ApplicationRunner counting(Sessions sessions) {
        return arguments -> AgentRun.run(() -> {
            for (String server : new String[] {"process", "http"}) {
                String first = sessions.call(server, "count", Json.object()).text();
                String second = sessions.call(server, "count", Json.object()).text();
                System.out.println(server + ": " + first + ", " + second);
            }
        });
    }
}
