package dev.mooring.gateway;

import dev.mooring.gateway.GatewayStatus.OpenSession;
import dev.mooring.handle.HandleEnd;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The endpoints of a gateway: one per upstream server, and one that combines them. */
final class Endpoints {
    private static final List<String> LIST_CHANGES =
            List.of(Methods.TOOLS_CHANGED, Methods.PROMPTS_CHANGED, Methods.RESOURCES_CHANGED);

    private final Map<String, Endpoint> byServer;
    private final Endpoint combined;

    Endpoints(Map<String, Endpoint> byServer, Endpoint combined) {
        this.byServer = new LinkedHashMap<>(byServer);
        this.combined = combined;
    }

    Set<String> servers() {
        return byServer.keySet();
    }

    Endpoint of(String server) {
        return Objects.requireNonNull(byServer.get(server), server);
    }

    Endpoint combined() {
        return combined;
    }

    private Stream<Endpoint> all() {
        return Stream.concat(byServer.values().stream(), Stream.of(combined));
    }

    void onNotification(String server, Message.Notification notification) {
        all().forEach(endpoint -> endpoint.onNotification(server, notification));
    }

    /** Announces the lists that a principal sees after a change of its sign-in. */
    void onSignInChanged(String server) {
        LIST_CHANGES.forEach(method -> onNotification(server, new Message.Notification(method, null)));
    }

    /** Announces a server that the combined endpoint has left out before. */
    void onAvailable(Upstream upstream) {
        for (String method : LIST_CHANGES) {
            combined.onNotification(upstream.name(), new Message.Notification(method, null));
        }
    }

    boolean hasSubscribers(String uri) {
        return all().anyMatch(endpoint -> endpoint.server().hasSubscribers(uri));
    }

    /** Returns the endpoint with a name in the store. */
    Optional<Endpoint> withScope(String scope) {
        return all().filter(endpoint -> endpoint.handles().scope().equals(scope))
                .findFirst();
    }

    Stream<OpenHandles> handles() {
        return all().map(Endpoint::handles);
    }

    void sweep() {
        all().forEach(endpoint -> endpoint.handles().sweep());
    }

    /** Returns the open sessions, newest first. */
    List<OpenSession> sessions(Optional<String> principal) {
        List<OpenSession> sessions = new ArrayList<>();
        byServer.forEach((server, endpoint) -> addSessions(sessions, server, endpoint, principal));
        addSessions(sessions, "", combined, principal);
        sessions.sort(Comparator.comparingLong(OpenSession::number).reversed());
        return List.copyOf(sessions);
    }

    private static void addSessions(
            List<OpenSession> sessions, String name, Endpoint endpoint, Optional<String> principal) {
        endpoint.handles().all().stream()
                .filter(handle -> isVisibleTo(principal, handle))
                .map(handle -> StatusReport.of(handle, name))
                .forEach(sessions::add);
    }

    boolean endSession(long number, Optional<String> principal) {
        for (Endpoint endpoint : all().toList()) {
            for (GatewayHandle handle : endpoint.handles().all()) {
                if (handle.number() == number && isVisibleTo(principal, handle)) {
                    endpoint.handles().end(handle, HandleEnd.Reason.ENDED);
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isVisibleTo(Optional<String> principal, GatewayHandle handle) {
        return principal.isEmpty() || principal.get().equals(handle.principal());
    }

    void close() {
        all().forEach(endpoint -> endpoint.handles().close());
    }
}
