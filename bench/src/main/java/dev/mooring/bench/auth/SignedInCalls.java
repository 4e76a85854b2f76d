package dev.mooring.bench.auth;

import dev.mooring.auth.client.OAuthCredentials;
import dev.mooring.auth.client.RegisteredClient;
import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Target;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.http.Authentication;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** A call of a signed-in client beside the same call with the token in a fixed header, in pairs. */
final class SignedInCalls implements Benchmark {
    private static final String HEADER = "Bearer " + StubTokenIssuer.TOKEN;

    @Override
    public String name() {
        return "call";
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        McpServer server = McpServer.builder("bench", "1")
                .tool(Tool.named("echo").handledBy((arguments, exchange) -> ToolResult.text("hello")))
                .build();
        HttpEndpoint endpoint = HttpEndpoint.builder(server, "/mcp")
                .authenticator(request -> HEADER.equals(request.header("Authorization"))
                        ? new Authentication.Accepted("bench")
                        : new Authentication.Rejected(401, "Bearer", "no token"))
                .build();
        try (HttpServer http = HttpServer.builder()
                .endpoint(endpoint)
                .web(new StubTokenIssuer())
                .start()) {
            URI address = http.uri("/mcp");
            var credentials = OAuthCredentials.forServer(address)
                    .clientCredentials(RegisteredClient.withSecret("bench", "a-secret-that-nobody-checks"))
                    .build();
            try (McpClient signedIn = McpClient.open(
                            ServerLocation.Remote.at(address),
                            ClientOptions.builder().credentials(credentials).build());
                    McpClient fixed = McpClient.open(
                            new ServerLocation.Remote(address, Map.of("Authorization", HEADER)),
                            ClientOptions.defaults())) {
                PairedCalls.differences(List.of(signedIn), fixed, bench.calls(5_000));
                double median =
                        PairedCalls.median(PairedCalls.differences(List.of(signedIn), fixed, bench.calls(20_000)));
                return List.of(Result.counted(
                        "a signed-in call over a call with a fixed header, median of paired differences",
                        median,
                        Figures.micros(median),
                        "",
                        new Target("≤ 10 µs", value -> value <= 10)));
            }
        }
    }
}
