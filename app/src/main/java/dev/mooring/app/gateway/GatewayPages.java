package dev.mooring.app.gateway;

import dev.mooring.app.web.ClientSetup;
import dev.mooring.app.web.PageGuard;
import dev.mooring.app.web.PageResponse;
import dev.mooring.app.web.PageUser;
import dev.mooring.app.web.WebAddress;
import dev.mooring.app.web.WebSettings;
import dev.mooring.gateway.Gateway;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Serves the page that shows the gateway's servers and open sessions, and ends sessions. */
final class GatewayPages implements PageGuard.Pages {
    private static final String END = "/gateway/end/";

    private final Gateway gateway;
    private final Map<String, String> paths;
    private final ServerStatistics statistics;
    private final InstantSource clock;
    private final boolean canSignOut;
    private final WebSettings web;

    /** The base URL of the gateway, known once the server listens. */
    private volatile String base = "";

    /**
     * @param paths the path of each server's endpoint, by server name
     * @param canSignOut whether people sign in, so that they can sign out
     * @param web where the gateway listens, and who may use it
     */
    GatewayPages(
            Gateway gateway,
            Map<String, String> paths,
            ServerStatistics statistics,
            InstantSource clock,
            boolean canSignOut,
            WebSettings web) {
        this.gateway = gateway;
        this.paths = paths;
        this.statistics = statistics;
        this.clock = clock;
        this.canSignOut = canSignOut;
        this.web = web;
    }

    /** Returns the base URL of the gateway; empty before the server listens. */
    String base() {
        return base;
    }

    /** Sets the base URL of the gateway. */
    void setBase(String value) {
        base = value;
    }

    @Override
    public @Nullable WebResponse handle(WebRequest request, PageUser user) {
        String path = request.path();
        if (request.method().equals("POST") && path.startsWith(END)) {
            return end(path.substring(END.length()));
        }
        if (!request.method().equals("GET") || !(path.equals("/") || path.equals("/gateway/status"))) {
            return null;
        }
        var page = new StatusHtml(paths, statistics::of, clock.instant());
        return PageResponse.html(
                200,
                path.equals("/")
                        ? page.page(gateway.status(Optional.empty()), SetupHtml.of(setups()), user, canSignOut)
                        : page.tables(gateway.status(Optional.empty())));
    }

    private Map<String, ClientSetup> setups() {
        Map<String, ClientSetup> setups = new LinkedHashMap<>();
        setups.put("All servers", setup("mooring", WebAddress.PATH));
        paths.forEach((name, path) -> setups.put(name, setup(ClientSetup.plainName(name, "mooring"), path)));
        return setups;
    }

    private ClientSetup setup(String name, String path) {
        return new ClientSetup(name, base + path, Optional.empty(), web.tokenUse(), base.startsWith("https:"));
    }

    private WebResponse end(String number) {
        return number.matches("\\d{1,18}") && gateway.endSession(Long.parseLong(number), Optional.empty())
                ? WebResponse.json(200, Json.object().put("ended", true))
                : PageResponse.problem(404, "This session has already ended.");
    }
}
