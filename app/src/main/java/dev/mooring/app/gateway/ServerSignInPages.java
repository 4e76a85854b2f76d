package dev.mooring.app.gateway;

import dev.mooring.app.account.AccountHtml;
import dev.mooring.app.gateway.BrowserSignIns.SignInFailed;
import dev.mooring.app.web.PageForm;
import dev.mooring.app.web.PageGuard;
import dev.mooring.app.web.PageResponse;
import dev.mooring.app.web.PageUser;
import dev.mooring.auth.client.SignOut;
import dev.mooring.gateway.Gateway;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Serves the page on which a person signs in to the upstream servers of a gateway, and out of them. */
final class ServerSignInPages implements PageGuard.Pages {
    private final List<ToolServer> servers;
    private final PersonalSignIns signIns;
    private final BrowserSignIns inBrowsers;
    private final Gateway gateway;
    private final Function<PageUser, @Nullable String> principals;
    private final InstantSource clock;

    /**
     * @param servers the servers to which each person signs in
     * @param principals returns the principal as which a person calls the gateway; null for anonymous callers
     */
    ServerSignInPages(
            List<ToolServer> servers,
            PersonalSignIns signIns,
            Gateway gateway,
            Function<PageUser, @Nullable String> principals,
            InstantSource clock) {
        this.servers = List.copyOf(servers);
        this.signIns = signIns;
        this.gateway = gateway;
        this.principals = principals;
        this.clock = clock;
        this.inBrowsers = new BrowserSignIns(signIns, this::onChange);
    }

    private void onChange(String server, String principal) {
        gateway.onSignInChanged(server, principal.isEmpty() ? null : principal);
    }

    @Override
    public @Nullable WebResponse handle(WebRequest request, PageUser user) throws Exception {
        String principal = Objects.requireNonNullElse(principals.apply(user), "");
        return switch (request.method() + " " + request.path()) {
            case "GET " + PersonalSignIns.PATH ->
                PageResponse.html(
                        200,
                        ServerSignInsHtml.page(rows(principal, request.parameter("server")), user, clock.instant()));
            case "GET " + PersonalSignIns.CALLBACK -> complete(request, user, principal);
            case "POST " + PersonalSignIns.PATH + "/sign-in" -> start(request, user, principal);
            case "POST " + PersonalSignIns.PATH + "/sign-out" -> signOut(request, principal);
            default -> null;
        };
    }

    /** Returns the servers. The server in the link that led the person here comes first. */
    private List<ServerSignInsHtml.Row> rows(String principal, @Nullable String asked) throws IOException {
        List<ServerSignInsHtml.Row> rows = new ArrayList<>();
        for (ToolServer server : servers) {
            rows.add(new ServerSignInsHtml.Row(
                    server.name(),
                    signIns.find(server, principal),
                    server.name().equals(asked)));
        }
        rows.sort(Comparator.comparing(row -> !row.isAsked()));
        return rows;
    }

    private @Nullable ToolServer named(WebRequest request) throws IOException {
        String name = PageForm.of(request).get("server");
        return servers.stream()
                .filter(server -> server.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private WebResponse start(WebRequest request, PageUser user, String principal)
            throws IOException, InterruptedException {
        ToolServer server = named(request);
        if (server == null) {
            return problem(404, "This gateway has no such server.");
        }
        try {
            return PageResponse.html(200, ServerSignInsHtml.leadingTo(inBrowsers.start(user, principal, server)));
        } catch (SignInFailed e) {
            return problem(502, String.valueOf(e.getMessage()));
        }
    }

    private WebResponse complete(WebRequest request, PageUser user, String principal) throws InterruptedException {
        try {
            inBrowsers.complete(user, principal, "?" + Objects.requireNonNullElse(request.query(), ""));
            return PageResponse.redirect(PersonalSignIns.PATH);
        } catch (SignInFailed e) {
            return problem(400, String.valueOf(e.getMessage()));
        }
    }

    private WebResponse signOut(WebRequest request, String principal) throws IOException, InterruptedException {
        ToolServer server = named(request);
        if (server == null) {
            return problem(404, "This gateway has no such server.");
        }
        SignOut outcome = signIns.signOut(server, principal);
        onChange(server.name(), principal);
        return outcome.problem() == null
                ? PageResponse.redirect(PersonalSignIns.PATH)
                : problem(
                        200,
                        "You are signed out, and the tokens are deleted here. They may stay valid until they expire: "
                                + outcome.problem() + ".");
    }

    private static WebResponse problem(int status, String reason) {
        return PageResponse.html(
                status,
                AccountHtml.problem(
                        status == 200 ? "Signed out" : "This did not work",
                        reason,
                        PersonalSignIns.PATH,
                        "Your servers"));
    }

    void close() {
        inBrowsers.close();
    }
}
