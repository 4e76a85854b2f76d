package dev.mooring.gateway;

import dev.mooring.gateway.GatewayStatus.Health;
import dev.mooring.gateway.GatewayStatus.OpenSession;
import dev.mooring.gateway.GatewayStatus.ServerStatus;
import dev.mooring.handle.HandleLimits;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.session.ClosableOwner;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.Sessions;
import dev.mooring.session.Sharing;
import dev.mooring.session.ToolServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Serves servers that keep state in their sessions to clients that may have no session: each tool gains an argument
 * that names a handle, and each handle holds one session with each server it uses. Safe for all threads.
 */
public final class Gateway implements AutoCloseable {
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final Sessions sessions;
    private final ClosableOwner everybody = new ClosableOwner("all callers");
    private final ParkedCalls parked;
    private final Map<String, Upstream> upstreams = new LinkedHashMap<>();
    private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();
    private final Endpoint all;
    private final ScheduledThreadPoolExecutor timer;
    private final Duration transportIdle;

    private Gateway(Collection<ToolServer> servers, GatewayOptions options) {
        List<ToolServer> prepared =
                servers.stream().map(server -> prepared(server, options)).toList();
        sessions = Sessions.builder(prepared)
                .options(ClientOptions.builder()
                        .client(options.implementation())
                        .capability("elicitation", Json.object())
                        .build())
                .metrics(options.metrics())
                .notifications(this::heard)
                .maxSessions(Integer.MAX_VALUE) // each server has a limit of its own
                .failAtLimit() // handles live for long
                .build();
        parked = new ParkedCalls(options.inputTimeout());
        Duration longestIdle = prepared.stream()
                .map(server -> idle(server, options))
                .reduce(options.idle(), (one, other) -> one.compareTo(other) > 0 ? one : other);
        transportIdle = longestIdle.plus(options.endNotice());
        int most = options.maxSessions();
        for (ToolServer server : prepared) {
            Duration idle = idle(server, options);
            Upstream upstream = new Upstream(server, sessions, idle, this::found);
            upstreams.put(server.name(), upstream);
            int limit = server.settings().sessionLimit() - 1;
            Berths berths = berths(idle, limit, options);
            endpoints.put(
                    server.name(), new Endpoint(List.of(route(upstream, berths, options)), false, berths, options));
            most = Math.max(most, limit);
        }
        Berths berths = berths(longestIdle, most, options);
        all = new Endpoint(
                upstreams.values().stream()
                        .map(upstream -> route(upstream, berths, options))
                        .toList(),
                true,
                berths,
                options);
        timer = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("gateway-sweep").factory());
        long pause = pause(options).toMillis() + 1;
        var _ = timer.scheduleWithFixedDelay(this::sweep, pause, pause, TimeUnit.MILLISECONDS);
    }

    /** Opens no session yet: each is opened when it is first needed. */
    public static Gateway of(Collection<ToolServer> servers, GatewayOptions options) {
        return new Gateway(servers, options);
    }

    private static Duration idle(ToolServer server, GatewayOptions options) {
        return Objects.requireNonNullElse(server.settings().idle(), options.idle());
    }

    private static ToolServer prepared(ToolServer server, GatewayOptions options) {
        ServerSettings settings = server.settings();
        Sharing sharing = settings.sharing().forTool("*");
        boolean mayKeepState = sharing == null || sharing == Sharing.RUN || sharing == Sharing.AGENT;
        int limit = Objects.requireNonNullElse(settings.maxSessions(), options.maxSessions());
        // One more for the session that asks for lists.
        ServerSettings.Builder prepared = settings.toBuilder()
                .maxSessions(Math.min(limit, Integer.MAX_VALUE - 1) + 1)
                .idle(idle(server, options));
        if (settings.era() == null && mayKeepState) {
            prepared.era(EraChoice.LEGACY_IF_OFFERED);
        }
        return server.with(prepared.build());
    }

    private Berths berths(Duration idle, int limit, GatewayOptions options) {
        return new Berths(new HandleLimits(idle, Math.min(limit, options.maxSessions()), limit), transportIdle);
    }

    private Route route(Upstream upstream, Berths berths, GatewayOptions options) {
        return new Route(upstream, sessions, everybody, berths, parked, options.callListener());
    }

    private Duration pause(GatewayOptions options) {
        Duration shortest = LONGEST_PAUSE;
        List<Duration> times =
                new ArrayList<>(upstreams.values().stream().map(Upstream::idle).toList());
        times.add(options.inputTimeout());
        for (Duration time : times) {
            Duration quarter = time.dividedBy(4);
            shortest = quarter.compareTo(shortest) < 0 ? quarter : shortest;
        }
        return shortest;
    }

    private void heard(ToolServer server, Message.Notification notification) {
        Upstream upstream = upstreams.get(server.name());
        if (upstream != null) {
            upstream.heard(notification);
            everyEndpoint().forEach(endpoint -> endpoint.heard(server.name(), notification));
        }
    }

    /** Clients that were told of the other servers only are told that there is more. */
    private void found(Upstream upstream) {
        for (String method : List.of(Methods.TOOLS_CHANGED, Methods.PROMPTS_CHANGED, Methods.RESOURCES_CHANGED)) {
            all.heard(upstream.name(), new Message.Notification(method, null));
        }
    }

    private boolean isWatched(String uri) {
        return everyEndpoint().stream().anyMatch(endpoint -> endpoint.server().hasSubscribers(uri));
    }

    private List<Endpoint> everyEndpoint() {
        List<Endpoint> every = new ArrayList<>(endpoints.values());
        every.add(all);
        return every;
    }

    private void sweep() {
        everyEndpoint().forEach(endpoint -> endpoint.berths().sweep());
        parked.sweep();
        upstreams.values().forEach(upstream -> Thread.ofVirtual().start(() -> upstream.tend(this::isWatched)));
    }

    /** The names of the servers, in the order in which they were given. */
    public Set<String> servers() {
        return endpoints.keySet();
    }

    /** One server by itself. */
    public McpServer server(String name) {
        return Objects.requireNonNull(endpoints.get(name), name).server();
    }

    /** All servers together, their names before those of their tools and prompts. */
    public McpServer all() {
        return all.server();
    }

    /**
     * How long the transport session of a legacy client has to live without use. It outlives its handle: otherwise the
     * client would open another, and go on without being told that what it built on is gone.
     */
    public Duration transportIdle() {
        return transportIdle;
    }

    /**
     * What is going on.
     *
     * @param principal whose handles to show; everybody's where callers are not told apart
     */
    public GatewayStatus status(Optional<String> principal) {
        List<ServerStatus> servers =
                upstreams.values().stream().map(Gateway::status).toList();
        List<OpenSession> handles = new ArrayList<>();
        endpoints.forEach((name, endpoint) -> addHandles(handles, name, endpoint, principal));
        addHandles(handles, "", all, principal);
        handles.sort(Comparator.comparingLong(OpenSession::number).reversed());
        return new GatewayStatus(servers, List.copyOf(handles));
    }

    private static ServerStatus status(Upstream upstream) {
        String where = where(upstream.server());
        return switch (upstream.state()) {
            case Upstream.State.NotAsked _ ->
                new ServerStatus(
                        upstream.name(),
                        where,
                        Health.UNKNOWN,
                        upstream.isBeingAsked() ? "listing in progress" : "not listed yet",
                        List.of());
            case Upstream.State.Failing(String reason, long _, Catalogue _) ->
                new ServerStatus(upstream.name(), where, Health.FAILING, reason, List.of());
            case Upstream.State.Known(Catalogue catalogue, long _) ->
                new ServerStatus(
                        upstream.name(),
                        where,
                        Health.READY,
                        catalogue.tools().size() == 1
                                ? "1 tool"
                                : catalogue.tools().size() + " tools",
                        catalogue.remarks());
        };
    }

    private static String where(ToolServer server) {
        String where = switch (server.location()) {
            case ServerLocation.Local local -> local.command().getFirst();
            case ServerLocation.Remote remote -> remote.display();
        };
        return server.secrets().redact(where);
    }

    private static void addHandles(
            List<OpenSession> handles, String name, Endpoint endpoint, Optional<String> principal) {
        for (Berth berth : endpoint.berths().all()) {
            if (isFor(principal, berth.principal())) {
                handles.add(new OpenSession(
                        berth.number(),
                        berth.shortId(),
                        name,
                        berth.caller(),
                        berth.servers(),
                        berth.opened(),
                        berth.lastUsed(),
                        berth.calls(),
                        berth.errors()));
            }
        }
    }

    private static boolean isFor(Optional<String> viewer, @Nullable String principal) {
        return viewer.isEmpty() || viewer.get().equals(principal);
    }

    /** Ends a handle of the status; false if there is none of that number any more. Blocks until it is closed. */
    public boolean endSession(long number, Optional<String> principal) {
        for (Endpoint endpoint : everyEndpoint()) {
            for (Berth berth : endpoint.berths().all()) {
                if (berth.number() == number && isFor(principal, berth.principal())) {
                    endpoint.berths().evict(berth);
                    return true;
                }
            }
        }
        return false;
    }

    /** Ends every handle and closes every session. Blocks until that is done. */
    @Override
    public void close() {
        timer.shutdownNow();
        parked.close();
        everyEndpoint().forEach(endpoint -> endpoint.berths().close());
        upstreams.values().forEach(Upstream::close);
        everybody.close();
        sessions.close();
    }
}
