package dev.mooring.bench.auth;

import dev.mooring.auth.resource.ResourceServer;
import dev.mooring.auth.server.AuthorizationServer;
import dev.mooring.auth.server.ConfiguredClient;
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
import dev.mooring.store.StateStore;
import dev.mooring.store.StoreLocation;
import dev.mooring.store.Stores;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A call with an access token beside the same call with a token of a list in memory, in pairs. The built-in authorization
 * server issues the access tokens, and its grants are in a SQLite file. A token file costs more than the list: the server
 * also looks whether the file has changed.
 */
final class ValidatedCalls implements Benchmark {
    private static final int PRINCIPALS = 1_000;
    private static final Target LIMIT = new Target("≤ 30 µs", value -> value <= 30);

    @Override
    public String name() {
        return "validated";
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        McpServer server = McpServer.builder("bench", "1")
                .tool(Tool.named("echo").handledBy((arguments, exchange) -> ToolResult.text("hello")))
                .build();
        AtomicReference<String> base = new AtomicReference<>("");
        try (StateStore store = Stores.open(new StoreLocation.Sqlite(bench.scratch("auth.db")), bench::say)) {
            AuthorizationServer login = AuthorizationServer.builder(new SignedInPeople())
                    .at(base::get)
                    .store(store.authorization("bench"))
                    .client(new ConfiguredClient(
                            AccessTokenClient.CLIENT, "Bench", List.of(AccessTokenClient.REDIRECT), null))
                    .build();
            ResourceServer auth = ResourceServer.forIssuer(login).build();
            String fixed = "Bearer " + StubTokenIssuer.TOKEN;
            try (HttpServer http = HttpServer.builder()
                    .endpoint(HttpEndpoint.builder(server, "/mcp")
                            .authenticator(auth.protect("/mcp", SignedInPeople.SCOPE))
                            .toolScope(tool -> SignedInPeople.SCOPE)
                            .build())
                    .endpoint(HttpEndpoint.builder(server, "/fixed")
                            .authenticator(request -> fixed.equals(request.header("Authorization"))
                                    ? new Authentication.Accepted("bench", Set.of(SignedInPeople.SCOPE))
                                    : new Authentication.Rejected(401, "Bearer", "no token"))
                            .toolScope(tool -> SignedInPeople.SCOPE)
                            .build())
                    .web(auth)
                    .start()) {
                base.set(http.uri("").toString());
                return measure(bench, http, fixed);
            }
        }
    }

    private static List<Result> measure(Bench bench, HttpServer http, String fixed) throws Exception {
        List<McpClient> validated = new ArrayList<>();
        try (AccessTokenClient tokens = new AccessTokenClient(
                        http.uri("").toString(), http.uri("/mcp").toString());
                McpClient listed = open(http.uri("/fixed"), fixed)) {
            for (int i = 0; i < PRINCIPALS; i++) {
                validated.add(open(http.uri("/mcp"), "Bearer " + tokens.tokenOf("person-" + i)));
            }
            List<Result> results = new ArrayList<>();
            for (int principals : new int[] {1, PRINCIPALS}) {
                List<McpClient> clients = validated.subList(0, principals);
                PairedCalls.differences(clients, listed, bench.calls(20_000)); // until the hash of tokens is compiled
                double median = PairedCalls.median(PairedCalls.differences(clients, listed, bench.calls(20_000)));
                results.add(Result.counted(
                        "a call with a validated JWT over a call with a token of a list, " + Figures.count(principals)
                                + (principals == 1 ? " principal" : " principals") + ", median of paired differences",
                        median,
                        Figures.micros(median),
                        "",
                        LIMIT));
            }
            return results;
        } finally {
            validated.forEach(McpClient::close);
        }
    }

    private static McpClient open(URI address, String authorization) throws Exception {
        return McpClient.open(
                new ServerLocation.Remote(address, Map.of("Authorization", authorization)), ClientOptions.defaults());
    }
}
