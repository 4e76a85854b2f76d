package dev.mooring.app.account;

import dev.mooring.app.users.Role;
import dev.mooring.app.web.BearerRoles;
import dev.mooring.app.web.LoginSettings;
import dev.mooring.app.web.PageAccess;
import dev.mooring.app.web.PageGuard;
import dev.mooring.app.web.PageSessions;
import dev.mooring.app.web.TokenAuthenticator;
import dev.mooring.app.web.WebSettings;
import dev.mooring.auth.resource.AccessToken;
import dev.mooring.auth.resource.ResourceServer;
import dev.mooring.auth.server.AuthorizationServer;
import dev.mooring.mcp.server.http.Authenticator;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.mcp.server.http.WebResponse;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The access control of a service, for holders of tokens, people who sign in with a password, their clients, and holders of
 * access tokens of an authorization server elsewhere. The service adds its endpoints, then its handlers, and sets the port on
 * which it listens.
 */
public final class ServiceAccess {
    private final WebSettings web;
    private final Optional<TokenAuthenticator> tokens;
    private final Optional<ResourceServer> oauth;
    private final Optional<Account> account;
    private volatile int port;

    /** The account pages and their sessions, if people sign in here. */
    private record Account(PageSessions sessions, AccountPages pages) {}

    /**
     * Creates the access to a service.
     *
     * @param service the name of the service, for people
     * @param descriptions what each role allows, for people
     */
    public ServiceAccess(WebSettings web, String service, Map<Role, String> descriptions) {
        this.web = web;
        this.port = web.address().port();
        this.tokens = web.tokenAuthenticator();
        Supplier<String> base = () -> web.address().base(port);
        Function<String, String> descriptionOf =
                scope -> Role.ofScope(scope).map(descriptions::get).orElse(scope);
        if (web.login().isPresent()) {
            LoginSettings login = web.login().get();
            PageSessions sessions = PageSessions.forLinks(web.address());
            var people = new AccountPeople(login.users(), sessions, new ConsentPage(service, descriptionOf));
            AuthorizationServer issuer = AuthorizationServer.builder(people)
                    .at(base)
                    .store(login.grants())
                    .access(web.access())
                    .build();
            if (login.rotatesKeys()) {
                issuer.rotateKeys();
            }
            oauth = Optional.of(ResourceServer.forIssuer(issuer)
                    .at(base)
                    .resourceName(service)
                    .build());
            account = Optional.of(new Account(sessions, new AccountPages(login.grants(), issuer, descriptionOf)));
        } else {
            oauth = web.issuer()
                    .map(issuer -> ResourceServer.forIssuer(issuer)
                            .at(base)
                            .resourceName(service)
                            .build());
            account = Optional.empty();
        }
    }

    /**
     * Returns the authenticator of an endpoint; empty if everyone may call it. The first endpoint is the main one.
     */
    public Optional<Authenticator> endpoint(String path) {
        return oauth.<Authenticator>map(resource -> new CombinedAuthenticator(
                        tokens, resource.protect(path, Role.READ.scope(), Role.WRITE.scope())))
                .or(() -> tokens);
    }

    /** Returns what bearer tokens allow on pages; empty if the service accepts no tokens. */
    public Optional<BearerRoles> bearers() {
        return tokens.isEmpty() && oauth.isEmpty() ? Optional.empty() : Optional.of(this::holder);
    }

    private Optional<BearerRoles.Holder> holder(@Nullable String authorization) {
        return tokens.flatMap(known -> known.find(authorization))
                .or(() -> oauth.flatMap(resource -> resource.validateHeader(authorization))
                        .map(ServiceAccess::holder));
    }

    private static BearerRoles.Holder holder(AccessToken token) {
        return new BearerRoles.Holder(token.name(), CombinedAuthenticator.roles(token.scopes()));
    }

    /** Adds the pages of OAuth, discovery included, to a server. */
    public void addTo(HttpServer.Builder http) {
        oauth.ifPresent(http::web);
    }

    /**
     * Returns the access control for the pages of the service.
     *
     * @param role the role that a person needs to open them
     * @param otherwise the access if nobody signs in by name
     */
    public PageGuard guard(Role role, Supplier<PageAccess> otherwise, PageGuard.Pages pages) {
        return guard(
                web.pageAccess(role).orElseGet(otherwise),
                role,
                account.map(Account::sessions).orElseGet(() -> PageSessions.strict(web.address())),
                account.<PageGuard.Pages>map(Account::pages).orElse((_, _) -> null),
                pages);
    }

    /**
     * Returns the access control for the pages of a service with more pages for the account of every person who can sign in,
     * whatever their role. Links on other sites lead to these pages.
     */
    public PageGuard guard(
            Role role, Supplier<PageAccess> otherwise, PageGuard.Pages accountPages, PageGuard.Pages pages) {
        PageAccess access = web.pageAccess(role).orElseGet(otherwise);
        return guard(
                access instanceof PageAccess.ByToken by ? new PageAccess.ByToken(by.tokens(), role, true) : access,
                role,
                account.map(Account::sessions).orElseGet(() -> PageSessions.forLinks(web.address())),
                (request, user) -> {
                    WebResponse response = accountPages.handle(request, user);
                    return response == null && account.isPresent()
                            ? account.get().pages().handle(request, user)
                            : response;
                },
                pages);
    }

    private PageGuard guard(
            PageAccess access, Role role, PageSessions sessions, PageGuard.Pages accountPages, PageGuard.Pages pages) {
        return new PageGuard(
                web.address(), access, pages, new PageGuard.Accounts(sessions, accountPages, this::holder, role));
    }

    /** Sets the port on which the service listens. Until then, all URLs contain the configured port. */
    public void setPort(int actualPort) {
        port = actualPort;
    }
}
