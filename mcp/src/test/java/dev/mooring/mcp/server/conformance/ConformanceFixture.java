package dev.mooring.mcp.server.conformance;

import dev.mooring.mcp.server.Completer;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.mcp.server.stdio.StdioServer;
import java.io.OutputStream;
import java.util.List;

/** The server that the suite is run against. */
public final class ConformanceFixture {
    private ConformanceFixture() {}

    public static McpServer server() {
        McpServer.Builder builder = McpServer.builder("mooring-conformance", "1.0.0")
                .instructions("A server with a tool for every question of the conformance suite.")
                .completer((question, exchange) -> Completer.Completion.of(List.of()))
                .logging();
        ContentTools.addTo(builder);
        InputTools.addTo(builder);
        RoundTripTools.addTo(builder);
        FixtureResources.addTo(builder);
        FixturePrompts.addTo(builder);
        new CancellationTools().addTo(builder);
        ChangeTools changing = new ChangeTools();
        changing.addTo(builder);
        McpServer server = builder.build();
        changing.serve(server);
        return server;
    }

    /** Serves standard input and output; with {@code http} a free port, until its standard input ends. */
    public static void main(String[] args) throws Exception {
        if (List.of(args).equals(List.of("http"))) {
            try (HttpServer http =
                    HttpServer.start(HttpEndpoint.builder(server(), "/mcp").build())) {
                System.out.println(http.uri("/mcp"));
                System.in.transferTo(OutputStream.nullOutputStream());
            }
        } else {
            StdioServer.builder(server()).build().serveThisProcess();
        }
    }
}
