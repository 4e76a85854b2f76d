package dev.mooring.app.gateway;

import dev.mooring.app.account.ServiceAccess;
import dev.mooring.app.account.TestLogin;
import dev.mooring.app.users.Role;
import dev.mooring.app.web.PageAccess;
import dev.mooring.app.web.TestWeb;
import dev.mooring.app.web.WebSettings;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.session.ServerAuth;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server behind the built-in authorization server, to which the people {@code anna} and {@code ben} sign in. */
final class ProtectedUpstream implements AutoCloseable {
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();
    private final List<String> tokens = new CopyOnWriteArrayList<>();
    private final HttpServer http;

    private ProtectedUpstream(Path folder, boolean isModern) throws IOException {
        TestLogin.add(folder, "anna", Role.WRITE);
        WebSettings web = TestWeb.local().with(TestLogin.of(TestLogin.add(folder, "ben", Role.WRITE)));
        var access = new ServiceAccess(web, "Notes", Map.of(Role.READ, "Read", Role.WRITE, "Write"));
        McpServer.Builder server = McpServer.builder("notes", "1")
                .instructions("Notes of one person")
                .tool(Tool.named("whoami")
                        .handledBy((arguments, exchange) -> ToolResult.text(
                                Objects.requireNonNull(exchange.caller().name()).person())))
                .tool(Tool.named("count")
                        .handledBy((arguments, exchange) -> ToolResult.text(String.valueOf(
                                counts.merge(String.valueOf(exchange.caller().sessionId()), 1, Integer::sum)))))
                .tool(Tool.named("leak")
                        .handledBy((arguments, exchange) -> ToolResult.text("Your token is " + tokens.getLast())));
        if (isModern) {
            server.modernOnly();
        }
        var authenticator = access.endpoint("/mcp").orElseThrow();
        HttpEndpoint endpoint = HttpEndpoint.builder(server.build(), "/mcp")
                .authenticator(request -> {
                    String header = request.header("Authorization");
                    if (header != null) {
                        tokens.add(header.substring("Bearer ".length()));
                    }
                    return authenticator.authenticate(request);
                })
                .build();
        HttpServer.Builder builder = HttpServer.builder().endpoint(endpoint);
        access.addTo(builder);
        http = web.listen(builder.web(access.guard(Role.READ, () -> PageAccess.OPEN, (_, _) -> null)));
        access.setPort(http.port());
    }

    static ProtectedUpstream legacy(Path folder) throws IOException {
        return new ProtectedUpstream(folder, false);
    }

    static ProtectedUpstream modern(Path folder) throws IOException {
        return new ProtectedUpstream(folder, true);
    }

    URI address() {
        return http.uri("/mcp");
    }

    ToolServer as(String name) {
        return ToolServer.of(name, ServerLocation.Remote.at(address()))
                .with(ServerSettings.builder().auth(ServerAuth.ON_DEMAND).build());
    }

    /** Returns the access tokens that the server has received. */
    List<String> tokens() {
        return List.copyOf(tokens);
    }

    @Override
    public void close() throws IOException {
        http.close();
    }
}
