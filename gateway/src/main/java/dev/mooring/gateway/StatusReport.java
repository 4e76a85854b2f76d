package dev.mooring.gateway;

import dev.mooring.gateway.GatewayStatus.Health;
import dev.mooring.gateway.GatewayStatus.OpenSession;
import dev.mooring.gateway.GatewayStatus.ReplicaStatus;
import dev.mooring.gateway.GatewayStatus.ServerStatus;
import dev.mooring.gateway.cluster.ReplicaState;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.session.ToolServer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Describes upstream servers and handles for people. */
final class StatusReport {
    private StatusReport() {}

    static ServerStatus of(Upstream upstream) {
        return switch (upstream.state()) {
            case Upstream.State.NotListed _ -> {
                String detail = upstream.isBeingListed() ? "listing in progress" : "not listed yet";
                yield status(upstream, Health.UNKNOWN, detail, List.of(), List.of());
            }
            case Upstream.State.Failing failing ->
                status(upstream, Health.FAILING, failing.reason(), List.of(), List.of());
            case Upstream.State.Listed(UpstreamListing listing, long _) -> ready(upstream.server(), listing);
        };
    }

    /**
     * Describes a server to which each principal signs in.
     *
     * @param listing the listing of the server for any caller; null if nobody has listed it
     */
    static ServerStatus ofPersonal(ToolServer server, @Nullable UpstreamListing listing) {
        return listing == null
                ? new ServerStatus(
                        server.name(),
                        location(server),
                        Health.UNKNOWN,
                        "not listed yet: each caller signs in",
                        List.of(),
                        List.of())
                : ready(server, listing);
    }

    private static ServerStatus ready(ToolServer server, UpstreamListing listing) {
        List<String> tools =
                listing.tools().stream().map(UpstreamListing::nameOf).toList();
        String detail = tools.size() == 1 ? "1 tool" : tools.size() + " tools";
        return new ServerStatus(server.name(), location(server), Health.READY, detail, tools, listing.remarks());
    }

    private static ServerStatus status(
            Upstream upstream, Health health, String detail, List<String> tools, List<String> remarks) {
        return new ServerStatus(upstream.name(), location(upstream.server()), health, detail, tools, remarks);
    }

    private static String location(ToolServer server) {
        String location = switch (server.location()) {
            case ServerLocation.Local local -> local.command().getFirst();
            case ServerLocation.Remote remote -> remote.display();
        };
        return server.secrets().redact(location);
    }

    static ReplicaStatus of(ReplicaState replica) {
        return new ReplicaStatus(
                replica.id().number(), replica.address(), replica.isSelf(), replica.isServing(), replica.isDraining());
    }

    /** @param endpoint the name of the server, or empty for the combined endpoint */
    static OpenSession of(GatewayHandle handle, String endpoint) {
        return new OpenSession(
                handle.number(),
                handle.shortId(),
                endpoint,
                handle.callerName(),
                handle.servers(),
                handle.opened(),
                handle.lastUsed(),
                handle.calls(),
                handle.errors(),
                handle.lastCalls());
    }
}
