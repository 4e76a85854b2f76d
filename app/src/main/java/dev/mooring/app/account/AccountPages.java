package dev.mooring.app.account;

import dev.mooring.app.web.PageForm;
import dev.mooring.app.web.PageGuard;
import dev.mooring.app.web.PageResponse;
import dev.mooring.app.web.PageUser;
import dev.mooring.auth.grant.AuthorizationStore;
import dev.mooring.auth.grant.Grant;
import dev.mooring.auth.server.AuthorizationServer;
import java.util.List;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Serves the page on which people see the clients that act for them, and revoke their access. */
final class AccountPages implements PageGuard.Pages {
    private static final String PATH = "/account";

    private final AuthorizationStore store;
    private final AuthorizationServer issuer;
    private final Function<String, String> words;

    /** @param words returns what a scope allows, in words */
    AccountPages(AuthorizationStore store, AuthorizationServer issuer, Function<String, String> words) {
        this.store = store;
        this.issuer = issuer;
        this.words = words;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback, PageUser user) throws Exception {
        String path = Request.getPathInContext(request);
        if (path.equals(PATH) && request.getMethod().equals("GET")) {
            List<AccountHtml.Connection> connections =
                    grants(user).stream().map(this::connection).toList();
            PageResponse.html(response, callback, HttpStatus.OK_200, AccountHtml.connections(connections, user));
            return true;
        }
        if (path.equals(PATH + "/revoke") && request.getMethod().equals("POST")) {
            String id = PageForm.of(request).get("id");
            grants(user).stream()
                    .map(Grant::id)
                    .filter(id::equals)
                    .forEach(issuer::revoke); // only one of the person's own
            PageResponse.redirect(response, callback, PATH);
            return true;
        }
        return false;
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
                grant.scopes().stream().sorted().map(words).toList(),
                AccountHtml.day(grant.created()),
                AccountHtml.day(grant.used()));
    }
}
