package dev.mooring.gateway;

import dev.mooring.gateway.GatewayStatus.ServerStatus;
import dev.mooring.gateway.cluster.ClusterNode;
import dev.mooring.gateway.cluster.ForwardingEndpoint;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.WebHandler;
import dev.mooring.mcp.server.http.sessions.MessageRelay;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolServer;
import dev.mooring.session.timer.PeriodicTask;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Serves MCP servers that keep state in their sessions to clients that may have no session.
 *
 * <p>Each tool gains an optional argument that names a handle, and each handle holds one session with each upstream server
 * that it uses. The gateway opens upstream sessions on first use. The caller serves {@link #server} and {@link #combined}
 * over a transport. Thread-safe. {@link #close} ends all sessions, except those with remote servers if the store is durable.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Gateway implements AutoCloseable {
    private final Sessions sessions;
    private final ParkedCalls parked;
    private final ServerLimit serverLimit;
    private final UpstreamAccounts accounts;
    private final Endpoints endpoints;
    private final PeriodicTask sweeper;
    private final Duration transportIdle;
    private final @Nullable ClusterNode node;
    private final @Nullable ForwardingEndpoint forwarding;
    private final @Nullable RelayedMessages relayed;

    private Gateway(Collection<ToolServer> servers, GatewayOptions options) {
        List<UpstreamSettings> settings = servers.stream()
                .map(server -> UpstreamSettings.of(server, options))
                .toList();
        ClientOptions clientOptions = ClientOptions.builder()
                .client(options.implementation())
                .capability("elicitation", Json.objectOf("{\"form\":{},\"url\":{}}"))
                .capability(Extensions.FIELD, Extensions.ofGateway())
                .quotesStderr(false) // it can contain what callers must not see
                .build();
        UpstreamCredentials credentials = options.credentials();
        sessions = Sessions.builder(
                        settings.stream().map(UpstreamSettings::server).toList())
                .options(server -> clientOptions.toBuilder()
                        .credentials(credentials.ofGateway(server))
                        .build())
                .metrics(options.metrics())
                .notifications(this::onNotification)
                .maxSessions(Integer.MAX_VALUE) // each server has its own limit
                .failAtLimit() // a handle may hold its session for hours
                .build();
        accounts = new UpstreamAccounts(settings, sessions, credentials, this::onAvailable);
        GatewayCluster cluster = options.cluster();
        node = cluster == null ? null : new ClusterNode(cluster.store(), cluster.key(), this::onLost);
        parked = new ParkedCalls(options.inputTimeout(), node);
        serverLimit = new ServerLimit(sessions, this::handles);
        Duration longestIdle = settings.stream()
                .map(UpstreamSettings::idle)
                .reduce(options.idle(), (one, other) -> one.compareTo(other) > 0 ? one : other);
        transportIdle = longestIdle.plus(options.endNotice());
        endpoints = createEndpoints(settings, longestIdle, options);
        relayed = node == null ? null : new RelayedMessages(node);
        forwarding = cluster == null || node == null || relayed == null
                ? null
                : new ForwardingEndpoint(
                        cluster.key(),
                        new ForwardedCalls(node, endpoints::withScope, parked::contains),
                        relayed::accept);
        sweeper = PeriodicTask.start(
                "gateway-sweep",
                Stream.concat(settings.stream().map(UpstreamSettings::idle), Stream.of(options.inputTimeout())),
                this::sweep);
    }

    /** Creates a gateway. Opens no upstream session yet. */
    public static Gateway of(Collection<ToolServer> servers, GatewayOptions options) {
        return new Gateway(servers, options);
    }

    private Endpoints createEndpoints(List<UpstreamSettings> settings, Duration longestIdle, GatewayOptions options) {
        Map<String, Endpoint> byServer = new LinkedHashMap<>();
        int largestLimit = options.maxSessions();
        for (UpstreamSettings each : settings) {
            String name = each.server().name();
            HandleSelection selection = createSelection("server/" + name, each.idle(), each.maxSessions(), options);
            byServer.put(name, new Endpoint(List.of(route(each.server(), selection)), false, selection, options));
            largestLimit = Math.max(largestLimit, each.maxSessions());
        }
        HandleSelection selection = createSelection("all servers", longestIdle, largestLimit, options);
        List<Route> routes =
                settings.stream().map(each -> route(each.server(), selection)).toList();
        return new Endpoints(byServer, new Endpoint(routes, true, selection, options));
    }

    private HandleSelection createSelection(String scope, Duration idle, int limit, GatewayOptions options) {
        int perCaller = Math.min(limit, options.maxSessions());
        var limits = new HandleLimits(idle, perCaller, limit);
        var open = new OpenHandles(scope, limits, transportIdle, sessions, accounts, options, node);
        return new HandleSelection(open, options.bindingKeys(scope));
    }

    private Route route(ToolServer server, HandleSelection selection) {
        return new Route(server, accounts, sessions, selection, parked, serverLimit);
    }

    private Stream<OpenHandles> handles() {
        return endpoints.handles();
    }

    private void onNotification(ToolServer server, Message.Notification notification) {
        accounts.onNotification(server, notification);
        endpoints.onNotification(server.name(), notification);
    }

    private void onLost(Set<HandleKey> lost) {
        handles().forEach(each -> each.onLost(lost));
    }

    private void onAvailable(Upstream upstream) {
        endpoints.onAvailable(upstream);
    }

    private void sweep() {
        endpoints.sweep();
        parked.sweep();
        accounts.upstreams()
                .forEach(upstream -> Thread.ofVirtual()
                        .name("gateway-maintain-" + upstream.name())
                        .start(() -> upstream.maintain(endpoints::hasSubscribers)));
    }

    /** Returns the names of the upstream servers, in the order of creation. */
    public Set<String> servers() {
        return endpoints.servers();
    }

    /**
     * Returns the MCP server that serves one upstream server.
     *
     * @throws NullPointerException if the gateway has no such server
     */
    public McpServer server(String name) {
        return endpoints.of(name).server();
    }

    /** Returns the MCP server that serves all upstream servers, with their names as prefixes of tools and prompts. */
    public McpServer combined() {
        return endpoints.combined().server();
    }

    /**
     * Returns whether the endpoint of one server should refuse {@code server/discover}, so that dual-era clients
     * choose the legacy era and keep their session; see {@link dev.mooring.session.Front}. May list the server first.
     *
     * @throws NullPointerException if the gateway has no such server
     */
    public boolean prefersLegacy(String name) {
        return endpoints.of(name).prefersLegacy();
    }

    /** Returns whether the endpoint of all servers should refuse {@code server/discover}: if any of them should. */
    public boolean combinedPrefersLegacy() {
        return endpoints.combined().prefersLegacy();
    }

    /**
     * Returns the idle timeout to use for transport sessions of legacy clients. It is longer than that of handles: after the
     * end of its handle, a client must find its transport session again and learn of the end, instead of opening a new
     * transport session and continuing with empty state.
     */
    public Duration transportIdle() {
        return transportIdle;
    }

    /**
     * Returns the handler that serves the other replicas, which the caller adds to the HTTP server; empty without a cluster. It
     * refuses requests without a signature of the cluster's key.
     */
    public Optional<WebHandler> forwarding() {
        return Optional.ofNullable(forwarding);
    }

    /**
     * Returns the relay that passes messages of legacy clients at an endpoint on to the other replicas, for the endpoint's
     * builder.
     */
    public MessageRelay relay(String path) {
        return relayed == null ? MessageRelay.NONE : relayed.from(path);
    }

    /** Makes an endpoint receive the messages for it that arrive at other replicas. Does nothing without a cluster. */
    public void relayTo(HttpEndpoint endpoint) {
        if (relayed != null) {
            relayed.to(endpoint);
        }
    }

    /**
     * Joins the cluster. Until then, this replica serves no sessions. Does nothing without a cluster.
     *
     * @param address the start of the URL at which other replicas reach {@link #forwarding}
     * @throws HandleStoreUnavailable if the store fails
     */
    public void join(String address) {
        if (node != null) {
            node.join(address);
        }
    }

    /**
     * Passes new sessions on to other replicas from now on, and leaves idle sessions with remote servers to them. Waits for the
     * calls that other replicas have forwarded. Does nothing without a cluster.
     */
    public void drain(Duration timeout) throws InterruptedException {
        if (node != null && forwarding != null) {
            node.drain();
            handles().forEach(OpenHandles::passOnIdle);
            forwarding.drain(timeout);
        }
    }

    /**
     * Returns a snapshot for people.
     *
     * @param principal whose sessions to include; empty for those of all callers
     */
    public GatewayStatus status(Optional<String> principal) {
        return new GatewayStatus(
                endpoints.servers().stream().map(this::statusOf).toList(),
                endpoints.sessions(principal),
                node == null
                        ? List.of()
                        : node.replicas().stream().map(StatusReport::of).toList());
    }

    private ServerStatus statusOf(String server) {
        return accounts.isPersonal(server)
                ? StatusReport.ofPersonal(sessions.server(server), accounts.anyListing(server))
                : StatusReport.of(accounts.of(server, "").upstream(server));
    }

    /**
     * Tells the gateway that a principal has signed in to a personal server, or out of it. The principal's next requests use
     * the new state, and its clients list the tools again.
     *
     * @param principal the principal; null for anonymous callers
     */
    public void onSignInChanged(String server, @Nullable String principal) {
        accounts.onSignInChanged(server, Objects.requireNonNullElse(principal, ""));
        endpoints.onSignInChanged(server);
    }

    /**
     * Ends an open session. Blocks until its upstream sessions are closed.
     *
     * @param number the number of the session in the {@link #status}
     * @param principal whose session it must be; empty for any caller's
     * @return false if there is no such session
     */
    public boolean endSession(long number, Optional<String> principal) {
        return endpoints.endSession(number, principal);
    }

    /**
     * Ends all sessions; with a durable store, leaves the sessions with remote servers open for the next process. Blocks
     * until all other upstream sessions are closed. In a cluster, other replicas continue the sessions with remote servers.
     */
    @Override
    public void close() {
        sweeper.close();
        if (node != null) {
            node.stopServing();
        }
        if (forwarding != null) {
            forwarding.close();
        }
        parked.close();
        endpoints.close();
        if (node != null) {
            node.close();
        }
        accounts.close();
        sessions.close();
    }
}
