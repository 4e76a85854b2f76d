package dev.mooring.gateway;

import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.http.Authentication;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpLimits;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A gateway served over HTTP as {@code mooring gateway} serves it. The header {@code Who} names the principal. */
final class ServedGateway implements AutoCloseable {
    private final Gateway gateway;
    private final HttpServer http;

    private ServedGateway(Gateway gateway, HttpServer http) {
        this.gateway = gateway;
        this.http = http;
    }

    static ServedGateway of(ToolServer... servers) throws Exception {
        return of(options -> options, servers);
    }

    static ServedGateway of(UnaryOperator<GatewayOptions.Builder> options, ToolServer... servers) throws Exception {
        Gateway gateway = Gateway.of(
                List.of(servers),
                options.apply(GatewayOptions.builder(Implementation.of("gateway", "1")))
                        .build());
        HttpServer.Builder http = HttpServer.builder()
                .endpoint(endpoint(
                        gateway,
                        HttpEndpoint.builder(gateway.combined(), "/mcp").prefersLegacy(gateway::combinedPrefersLegacy)))
                .endpoint(endpoint(gateway, HttpEndpoint.builder(gateway.combined(), "/modern/mcp")));
        for (String name : gateway.servers()) {
            http.endpoint(endpoint(
                            gateway,
                            HttpEndpoint.builder(gateway.server(name), "/" + name + "/mcp")
                                    .prefersLegacy(() -> gateway.prefersLegacy(name))))
                    .endpoint(
                            endpoint(gateway, HttpEndpoint.builder(gateway.server(name), "/" + name + "/modern/mcp")));
        }
        gateway.forwarding().ifPresent(http::web);
        HttpServer started = http.start();
        gateway.join(started.uri("").toString());
        return new ServedGateway(gateway, started);
    }

    /** Stops listening, without closing the gateway. */
    void stopListening() throws IOException {
        http.stop(Duration.ZERO);
    }

    private static HttpEndpoint endpoint(Gateway gateway, HttpEndpoint.Builder builder) {
        return builder.limits(HttpLimits.builder()
                        .sessionIdleTimeout(gateway.transportIdle())
                        .build())
                .authenticator(request -> new Authentication.Accepted(request.header("Who")))
                .build();
    }

    Gateway gateway() {
        return gateway;
    }

    URI address(String path) {
        return http.uri(path);
    }

    /** Opens a client without transport session that accepts no input requests. */
    McpClient modern(String path) throws Exception {
        return open(path, Map.of(), ClientOptions.builder().era(EraChoice.MODERN));
    }

    McpClient legacy(String path) throws Exception {
        return open(path, Map.of(), ClientOptions.builder().era(EraChoice.LEGACY));
    }

    /** Opens a client at a path such as {@code /mcp}: in the modern era, at the address with full discovery. */
    McpClient open(String path, Map<String, String> headers, ClientOptions.Builder options) throws Exception {
        ClientOptions built = options.client(Implementation.of("a client", "1")).build();
        String served = built.era() == EraChoice.MODERN ? path.replaceFirst("/mcp$", "/modern/mcp") : path;
        return McpClient.open(new ServerLocation.Remote(address(served), headers), built);
    }

    @Override
    public void close() throws IOException {
        try (gateway) {
            http.close();
        }
    }
}
