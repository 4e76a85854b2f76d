package dev.mooring.gateway;

import dev.mooring.mcp.Message;
import dev.mooring.mcp.server.Caller;
import dev.mooring.session.Account;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolServer;
import java.net.URI;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The accounts with which the gateway uses its upstream servers: one of its own, and one per principal for the servers that
 * have required a sign-in. A principal's account is created on its first request. Thread-safe.
 */
final class UpstreamAccounts {
    private final UpstreamCredentials credentials;
    private final Map<String, UpstreamSettings> servers;
    private final UpstreamAccount.Factory factory;
    private final UpstreamAccount ofGateway;

    /** By principal; anonymous callers count as one, whose name is empty. */
    private final Map<String, UpstreamAccount> ofPrincipals = new ConcurrentHashMap<>();

    /** The names of the personal servers that have required a sign-in. */
    private final Set<String> serversWithSignIn = ConcurrentHashMap.newKeySet();

    /** @param onAvailable called when the listing of a server succeeds after a caller was served without it */
    UpstreamAccounts(
            Collection<UpstreamSettings> servers,
            Sessions sessions,
            UpstreamCredentials credentials,
            Consumer<Upstream> onAvailable) {
        this.credentials = credentials;
        this.servers =
                servers.stream().collect(Collectors.toMap(each -> each.server().name(), Function.identity()));
        this.factory = (name, account, owner) -> {
            UpstreamSettings settings = settings(name);
            return new Upstream(account.view(settings.server()), sessions, owner, settings.idle(), onAvailable);
        };
        this.ofGateway = new UpstreamAccount("all callers", Account.PROGRAM, factory);
        servers.stream()
                .map(UpstreamSettings::server)
                .filter(server -> credentials.isPersonal(server) && credentials.hasSignIns(server))
                .forEach(server -> serversWithSignIn.add(server.name()));
    }

    private UpstreamSettings settings(String server) {
        return Objects.requireNonNull(servers.get(server), server);
    }

    /** Returns whether each principal has its own account with a server. */
    boolean isPersonal(String server) {
        return serversWithSignIn.contains(server);
    }

    /**
     * Gives each principal its own account with a server that has required a sign-in. Returns false if principals cannot sign
     * in to the server, or have their accounts already.
     */
    boolean makePersonal(String server) {
        return credentials.isPersonal(settings(server).server()) && serversWithSignIn.add(server);
    }

    /** Returns the key of the account that a caller has with personal servers. */
    static String principalOf(Caller caller) {
        return Objects.requireNonNullElse(caller.principal(), "");
    }

    /** Returns the account with which a principal uses a server. */
    UpstreamAccount of(String server, String principal) {
        return isPersonal(server) ? ofPrincipals.computeIfAbsent(principal, this::create) : ofGateway;
    }

    private UpstreamAccount create(String principal) {
        String name = principal.isEmpty() ? null : principal;
        return new UpstreamAccount("a principal", Account.of(server -> credentials.ofPrincipal(server, name)), factory);
    }

    /** Returns the page on which callers sign in to a personal server. */
    URI signInPage(String server) {
        return credentials.signInPage(settings(server).server());
    }

    /** Returns the listing of a personal server for any caller, for facts that all callers share; null before the first. */
    @Nullable
    UpstreamListing anyListing(String server) {
        return ofPrincipals.values().stream()
                .map(account -> account.lastListing(server))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Returns the views of all servers, by all accounts that use them. */
    Stream<Upstream> upstreams() {
        return Stream.concat(Stream.of(ofGateway), ofPrincipals.values().stream())
                .flatMap(account -> account.upstreams().stream());
    }

    /** @param server the server as the account of the session sees it */
    void onNotification(ToolServer server, Message.Notification notification) {
        upstreams().filter(each -> each.server().equals(server)).forEach(each -> each.onNotification(notification));
    }

    void onSignInChanged(String server, String principal) {
        makePersonal(server);
        of(server, principal).onSignInChanged(server);
    }

    void close() {
        ofGateway.close();
        ofPrincipals.values().forEach(UpstreamAccount::close);
    }
}
