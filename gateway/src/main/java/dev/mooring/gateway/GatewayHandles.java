package dev.mooring.gateway;

import dev.mooring.gateway.cluster.ClusterNode;
import dev.mooring.handle.HandleEnd;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleLimits;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.session.Sessions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The handles of one endpoint: {@link HandleSelection} selects the handle of each request, {@link HandleMinting} mints handles,
 * and {@link OpenHandles} ends them. Thread-safe.
 */
final class GatewayHandles {
    private final String scope;
    private final Duration idle;
    private final OpenHandles open;
    private final HandleSelection selection;

    /**
     * Opens the handles of an endpoint, with those of an earlier process.
     *
     * @param scope the name of the endpoint in the store
     * @param transportIdle the idle timeout of transport sessions
     * @param accounts the accounts with which principals use servers
     * @param node this replica; null if the gateway has only one process
     */
    GatewayHandles(
            String scope,
            HandleLimits limits,
            Duration transportIdle,
            Sessions sessions,
            UpstreamAccounts accounts,
            GatewayOptions options,
            @Nullable ClusterNode node) {
        this.scope = scope;
        this.idle = limits.idle();
        this.open = new OpenHandles(scope, limits, transportIdle, sessions, accounts, options, node);
        this.selection = new HandleSelection(open, new HandleMinting(open, idle), options.bindingKeys(scope), idle);
    }

    /** Returns the name of the endpoint. */
    String scope() {
        return scope;
    }

    /** Returns the idle time after which a handle ends. */
    Duration idle() {
        return idle;
    }

    UpstreamSessions upstreams() {
        return open.upstreams();
    }

    /** See {@link HandleSelection#select}. */
    Selection select(Exchange exchange, @Nullable String id, String argument, ForwardedRequest request)
            throws InterruptedException {
        return selection.select(exchange, id, argument, request);
    }

    /** See {@link HandleSelection#selectExisting}. */
    Optional<Selection> selectExisting(
            Exchange exchange, @Nullable String id, String argument, ForwardedRequest request)
            throws InterruptedException {
        return selection.selectExisting(exchange, id, argument, request);
    }

    /** See {@link HandleSelection#selectByKey}. */
    Selection selectByKey(HandleKey key, Exchange exchange, ForwardedRequest request) throws InterruptedException {
        return selection.selectByKey(key, exchange, request);
    }

    /** See {@link HandleSelection#findOfTransport}. */
    Optional<GatewayHandle> findOfTransport(Caller caller) {
        return selection.findOfTransport(caller);
    }

    /** See {@link HandleSelection#onTransportDeleted}. */
    void onTransportDeleted(Caller caller) {
        selection.onTransportDeleted(caller);
    }

    /** See {@link HandleSelection#unknown}. */
    Selection unknown(String argument) {
        return selection.unknown(argument);
    }

    /** See {@link HandleSelection#endedMessage}. */
    String endedMessage(GatewayHandle handle, String argument) {
        return selection.endedMessage(handle, argument);
    }

    /** See {@link OpenHandles#onLost}. */
    void onLost(Set<HandleKey> lost) {
        open.onLost(lost);
    }

    /** See {@link OpenHandles#isStopping}. */
    boolean isStopping() {
        return open.isStopping();
    }

    /** See {@link OpenHandles#admit}. */
    @Nullable
    Admission admit(GatewayHandle handle) {
        return open.admit(handle);
    }

    /** See {@link OpenHandles#touch}. */
    void touch(GatewayHandle handle) {
        open.touch(handle);
    }

    /** See {@link OpenHandles#end(GatewayHandle)}. */
    void end(GatewayHandle handle) {
        open.end(handle);
    }

    /** See {@link OpenHandles#end(GatewayHandle, HandleEnd.Reason)}. */
    void end(GatewayHandle handle, HandleEnd.Reason reason) {
        open.end(handle, reason);
    }

    void sweep() {
        open.sweep();
    }

    List<GatewayHandle> all() {
        return open.all();
    }

    /** See {@link OpenHandles#passOnIdle}. */
    void passOnIdle() {
        open.passOnIdle();
    }

    /** See {@link OpenHandles#close}. */
    void close() {
        open.close();
    }
}
