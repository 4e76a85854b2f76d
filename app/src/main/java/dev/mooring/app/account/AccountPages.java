package dev.mooring.app.account;

import dev.mooring.app.web.PageForm;
import dev.mooring.app.web.PageGuard;
import dev.mooring.app.web.PageResponse;
import dev.mooring.app.web.PageUser;
import dev.mooring.auth.grant.AuthorizationStore;
import dev.mooring.auth.grant.Grant;
import dev.mooring.auth.server.AuthorizationServer;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Serves the page on which people see the clients that act for them, and revoke their access. */
final class AccountPages implements PageGuard.Pages {
    private static final String PATH = "/account";

    private final AuthorizationStore store;
    private final AuthorizationServer issuer;
    private final Function<String, String> descriptionOf;

    /** @param descriptionOf returns what a scope allows, for people */
    AccountPages(AuthorizationStore store, AuthorizationServer issuer, Function<String, String> descriptionOf) {
        this.store = store;
        this.issuer = issuer;
        this.descriptionOf = descriptionOf;
    }

    @Override
    public @Nullable WebResponse handle(WebRequest request, PageUser user) throws IOException {
        String path = request.path();
        if (path.equals(PATH) && request.method().equals("GET")) {
            List<AccountHtml.Connection> connections =
                    grants(user).stream().map(this::connection).toList();
            return PageResponse.html(200, AccountHtml.connections(connections, user));
        }
        if (path.equals(PATH + "/revoke") && request.method().equals("POST")) {
            String id = PageForm.of(request).get("id");
            grants(user).stream()
                    .map(Grant::id)
                    .filter(id::equals)
                    .forEach(issuer::revoke); // only one of the person's own
            return PageResponse.redirect(PATH);
        }
        return null;
    }

    private List<Grant> grants(PageUser user) {
        return user.subject().isEmpty() ? List.of() : store.grantsOf(user.subject());
    }

    private AccountHtml.Connection connection(Grant grant) {
        String host = grant.redirectUri().getHost();
        return new AccountHtml.Connection(
                grant.id(),
                grant.clientName(),
                host == null ? grant.redirectUri().getScheme() + ":" : host,
                grant.scopes().stream().sorted().map(descriptionOf).toList(),
                AccountHtml.day(grant.created()),
                AccountHtml.day(grant.used()));
    }
}
