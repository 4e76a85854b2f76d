package dev.mooring.app.gateway;

import dev.mooring.app.web.WebSettings;
import dev.mooring.gateway.GatewayOptions;
import dev.mooring.mcp.server.http.sessions.SessionStore;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Gateways whose transport sessions and sign-ins end with them. */
final class TestGateway {
    private static final Pattern SESSIONS = Pattern.compile("(?m)^mooring_gateway_sessions ([0-9.]+)$");

    private TestGateway() {}

    static GatewayService start(Collection<ToolServer> servers, GatewayOptions options, WebSettings web)
            throws IOException {
        var signIns = new PersonalSignIns(Map.of(), PrincipalTokens.inMemory(), "0");
        return GatewayService.start(
                servers, options, web, (path, limits) -> SessionStore.NONE, signIns, Optional.empty());
    }

    /** Returns the number of open sessions, from the metrics of a gateway that everyone may use. */
    static int openSessions(GatewayService service) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            String metrics = client.send(
                            HttpRequest.newBuilder(URI.create(service.page() + "metrics"))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
            Matcher sessions = SESSIONS.matcher(metrics);
            if (!sessions.find()) {
                throw new IOException("No gauge of sessions in " + metrics);
            }
            return (int) Double.parseDouble(sessions.group(1));
        }
    }
}
