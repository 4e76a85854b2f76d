package dev.mooring.app.gateway;

import dev.mooring.app.account.AccountHtml;
import dev.mooring.app.gateway.BrowserSignIns.SignInFailed;
import dev.mooring.app.web.PageForm;
import dev.mooring.app.web.PageGuard;
import dev.mooring.app.web.PageResponse;
import dev.mooring.app.web.PageUser;
import dev.mooring.auth.client.SignOut;
import dev.mooring.gateway.Gateway;
import dev.mooring.mcp.server.http.RequestInfo;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
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
    public boolean handle(Request request, Response response, Callback callback, PageUser user) throws Exception {
        String path = Request.getPathInContext(request);
        String principal = Objects.requireNonNullElse(principals.apply(user), "");
        switch (request.getMethod() + " " + path) {
            case "GET " + PersonalSignIns.PATH -> {
                String asked = Request.extractQueryParameters(request).getValue("server");
                PageResponse.html(
                        response,
                        callback,
                        HttpStatus.OK_200,
                        ServerSignInsHtml.page(rows(principal, asked), user, clock.instant()));
            }
            case "GET " + PersonalSignIns.CALLBACK -> complete(request, response, callback, user, principal);
            case "POST " + PersonalSignIns.PATH + "/sign-in" -> start(request, response, callback, user, principal);
            case "POST " + PersonalSignIns.PATH + "/sign-out" -> signOut(request, response, callback, principal);
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Returns the servers, the one that the person was sent for first. */
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

    private @Nullable ToolServer named(Request request) throws IOException {
        String name = PageForm.of(request).get("server");
        return servers.stream()
                .filter(server -> server.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private void start(Request request, Response response, Callback callback, PageUser user, String principal)
            throws IOException, InterruptedException {
        ToolServer server = named(request);
        if (server == null) {
            problem(response, callback, HttpStatus.NOT_FOUND_404, "This gateway has no such server.");
            return;
        }
        try {
            URI page = inBrowsers.start(user, principal, server);
            PageResponse.html(response, callback, HttpStatus.OK_200, ServerSignInsHtml.leadingTo(page));
        } catch (SignInFailed e) {
            problem(response, callback, HttpStatus.BAD_GATEWAY_502, String.valueOf(e.getMessage()));
        }
    }

    private void complete(Request request, Response response, Callback callback, PageUser user, String principal)
            throws InterruptedException {
        RequestInfo.setLoggedPath(request, PersonalSignIns.CALLBACK); // the query contains a code
        String query = request.getHttpURI().getQuery();
        try {
            inBrowsers.complete(user, principal, "?" + (query == null ? "" : query));
            PageResponse.redirect(response, callback, PersonalSignIns.PATH);
        } catch (SignInFailed e) {
            problem(response, callback, HttpStatus.BAD_REQUEST_400, String.valueOf(e.getMessage()));
        }
    }

    private void signOut(Request request, Response response, Callback callback, String principal)
            throws IOException, InterruptedException {
        ToolServer server = named(request);
        if (server == null) {
            problem(response, callback, HttpStatus.NOT_FOUND_404, "This gateway has no such server.");
            return;
        }
        SignOut outcome = signIns.signOut(server, principal);
        onChange(server.name(), principal);
        if (outcome.problem() == null) {
            PageResponse.redirect(response, callback, PersonalSignIns.PATH);
        } else {
            problem(
                    response,
                    callback,
                    HttpStatus.OK_200,
                    "You are signed out, and the tokens are deleted here. They may stay valid until they expire: "
                            + outcome.problem() + ".");
        }
    }

    private static void problem(Response response, Callback callback, int status, String reason) {
        PageResponse.html(
                response,
                callback,
                status,
                AccountHtml.problem(
                        status == HttpStatus.OK_200 ? "Signed out" : "This did not work",
                        reason,
                        PersonalSignIns.PATH,
                        "Your servers"));
    }

    void close() {
        inBrowsers.close();
    }
}
