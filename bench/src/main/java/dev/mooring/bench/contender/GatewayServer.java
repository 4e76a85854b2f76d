package dev.mooring.bench.contender;

import dev.mooring.gateway.Gateway;
import dev.mooring.gateway.GatewayOptions;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.net.URI;
import java.util.List;

/** Mooring's gateway with one upstream server. */
public final class GatewayServer implements BenchServer {
    private static final int MAX_SESSIONS = 5000;

    private final Gateway gateway;
    private final HttpServer http;

    /** @param arguments the address of the upstream server, or its command */
    public GatewayServer(List<String> arguments) throws IOException {
        ServerLocation location = arguments.getFirst().startsWith("http:")
                ? ServerLocation.Remote.at(URI.create(arguments.getFirst()))
                : ServerLocation.Local.of(arguments.toArray(String[]::new));
        gateway = Gateway.of(
                List.of(ToolServer.of("up", location)),
                GatewayOptions.builder(Implementation.of("bench", "1"))
                        .maxSessions(MAX_SESSIONS)
                        .build());
        http = HttpServer.start(
                HttpEndpoint.builder(gateway.server("up"), "/up/mcp").build());
    }

    @Override
    public URI address() {
        return http.uri("/up/mcp");
    }

    @Override
    public void close() throws IOException {
        try (gateway) {
            http.close();
        }
    }
}
