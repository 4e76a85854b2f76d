package dev.mooring.mcp.server.conformance;

import dev.mooring.mcp.server.Completer;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.mcp.server.stdio.StdioServer;
import java.io.OutputStream;
import java.util.List;

/** The server that the conformance suite tests. */
public final class ConformanceFixture {
    private ConformanceFixture() {}

    /** Returns a new server. */
    public static McpServer server() {
        McpServer.Builder builder = McpServer.builder("mooring-conformance", "1.0.0")
                .instructions("A server with the tools that the conformance suite calls.")
                .completer((request, exchange) -> Completer.Completion.of(List.of()))
                .logging();
        ContentTools.addTo(builder);
        InputTools.addTo(builder);
        RoundTripTools.addTo(builder);
        FixtureResources.addTo(builder);
        FixturePrompts.addTo(builder);
        new CancellationTools().addTo(builder);
        ChangeTools changeTools = new ChangeTools();
        changeTools.addTo(builder);
        McpServer server = builder.build();
        changeTools.serve(server);
        return server;
    }

    /** Serves stdio; with the argument {@code http}, serves HTTP on a free port until the standard input ends. */
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
