package dev.mooring.gateway;

import dev.mooring.handle.cluster.protocol.NotSentReason;
import dev.mooring.mcp.Era;
import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.session.CallOutcome;
import dev.mooring.session.Owner;
import dev.mooring.session.OwnerEnded;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolServer;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The path from one endpoint to one upstream server, which chooses the session of each request: the session of the caller's
 * handle, or without a handle
 *
 * <ul>
 *   <li>for subscriptions, and for requests whose answer depends on no session: the session that lists the server
 *   <li>for other requests to a server that keeps state: a session for this request only
 *   <li>for other requests to a server that keeps no state: the shared session
 * </ul>
 */
final class Route {
    private final ToolServer server;
    private final UpstreamAccounts accounts;
    private final Sessions sessions;
    private final HandleSelection selection;
    private final OpenHandles handles;
    private final ParkedCalls parked;
    private final ServerLimit limit;

    /**
     * Creates a route.
     *
     * @param accounts the accounts with which callers use the server
     * @param selection selects among the handles of the endpoint
     */
    Route(
            ToolServer server,
            UpstreamAccounts accounts,
            Sessions sessions,
            HandleSelection selection,
            ParkedCalls parked,
            ServerLimit limit) {
        this.server = server;
        this.accounts = accounts;
        this.sessions = sessions;
        this.selection = selection;
        this.handles = selection.open();
        this.parked = parked;
        this.limit = limit;
    }

    /** Returns the server as the account of a caller sees it. */
    Upstream upstream(Caller caller) {
        return account(caller).upstream(server.name());
    }

    /** Returns the server as all callers see it, unless it is personal. */
    Upstream commonUpstream() {
        return accounts.of(server.name(), "").upstream(server.name());
    }

    /** Returns the account with which a caller uses the server. */
    UpstreamAccount account(Caller caller) {
        return accounts.of(server.name(), UpstreamAccounts.principalOf(caller));
    }

    /** Returns whether each principal has its own account with the server. */
    boolean isPersonal() {
        return accounts.isPersonal(server.name());
    }

    /** See {@link UpstreamAccounts#makePersonal}. */
    boolean makePersonal() {
        return accounts.makePersonal(server.name());
    }

    /** Returns the listing that any caller has requested, for facts that all callers share; null before the first listing. */
    @Nullable
    UpstreamListing anyListing() {
        return accounts.anyListing(server.name());
    }

    /** Returns the page on which a caller signs in to the server. */
    URI signInPage() {
        return accounts.signInPage(server.name());
    }

    ServerSettings settings() {
        return server.settings();
    }

    String server() {
        return server.name();
    }

    HandleSelection selection() {
        return selection;
    }

    /**
     * Forwards a request and returns the result for the caller, which may be a request for input.
     *
     * @param handle the handle that the request uses, or null if it uses none
     */
    ObjectNode forward(
            CallerExchange caller,
            String method,
            ObjectNode params,
            @Nullable GatewayHandle handle,
            RequestCompletion completion)
            throws Refusal, InterruptedException {
        UpstreamListing listing = caller.listing();
        UpstreamAccount account = account(caller.caller());
        if (caller.mayPark()) {
            return parked.start(
                    caller,
                    handle,
                    elicitation -> send(account, listing, method, params, handle, caller.options(elicitation)),
                    completion);
        }
        CallOutcome outcome;
        try {
            outcome = send(account, listing, method, caller.withInputResponses(params), handle, caller.options());
        } catch (InterruptedException | RuntimeException e) {
            completion.abandon();
            throw e;
        }
        return completion.complete(outcome);
    }

    /**
     * Sends a request on the session of the handle. Without a handle, a server that keeps state gets a session for this
     * request only, and any other server the shared session.
     */
    private CallOutcome send(
            UpstreamAccount account,
            UpstreamListing listing,
            String method,
            ObjectNode params,
            @Nullable GatewayHandle handle,
            CallOptions options)
            throws InterruptedException {
        if (listing.argument() == null) {
            return sendShared(account.sharedOwner(), listing, method, params, options);
        }
        if (handle == null) {
            return sessions.requestEphemeral(account.sharedOwner(), server(), method, params, options);
        }
        closeSessionOfOtherAccount(account, handle);
        handle.beginCall(server());
        boolean failed = true;
        try {
            CallOutcome outcome = sendAdmitted(listing, method, params, handle, options);
            failed = outcome.isError();
            return outcome;
        } finally {
            handle.endCall(failed);
            handles.touch(handle);
        }
    }

    /** Sends a request on the session of the handle while this process may serve the handle. */
    private CallOutcome sendAdmitted(
            UpstreamListing listing, String method, ObjectNode params, GatewayHandle handle, CallOptions options)
            throws InterruptedException {
        try (Admission admission = handles.admit(handle)) {
            if (admission == null) {
                return notAdmitted();
            }
            // Opening the session, or waiting for other calls, can take longer than the lease lasts.
            CallOutcome outcome = resumeAndSend(method, params, handle, options, () -> requireMaySend(admission));
            return admission.mayAnswer() ? outcome : inDoubt();
        } catch (AdmissionEnded e) {
            return notAdmitted();
        } catch (OwnerEnded e) {
            if (handles.isStopping()) {
                return notAdmitted(); // the store reports the loss once this replica has stopped
            }
            return new CallOutcome.SessionLost(server(), false, selection.endedMessage(handle, listing.argumentName()));
        }
    }

    /** @param check runs right before the request is sent */
    private CallOutcome resumeAndSend(
            String method, ObjectNode params, GatewayHandle handle, CallOptions options, Runnable check)
            throws InterruptedException {
        CallOutcome unsent = handles.upstreams().resume(handle, server());
        if (unsent != null) {
            return unsent;
        }
        CallOutcome outcome = sessions.request(handle.owner(), server(), method, params, options, check);
        if (outcome instanceof CallOutcome.NotOpened && limit.makeRoom(server(), handle)) {
            outcome = sessions.request(handle.owner(), server(), method, params, options, check);
        }
        handles.upstreams().record(handle, server());
        return outcome;
    }

    private static void requireMaySend(Admission admission) {
        if (!admission.maySend()) {
            throw new AdmissionEnded();
        }
    }

    /** Thrown right before a request is sent, if this process may no longer send it. */
    private static final class AdmissionEnded extends RuntimeException {}

    private CallOutcome notAdmitted() {
        String message = ReplicaMessages.tryAgain(NotSentReason.Reason.NO_LEASE);
        return new CallOutcome.NotOpened(server(), new Failure.ConnectionLost(message, false), message);
    }

    private CallOutcome inDoubt() {
        String message = ReplicaMessages.inDoubt();
        return new CallOutcome.NoAnswer(server(), new Failure.ConnectionLost(message, true), message);
    }

    /** Closes a session from before the sign-in of its account, which cannot use the sign-in. The call reports its loss. */
    private void closeSessionOfOtherAccount(UpstreamAccount account, GatewayHandle handle) {
        if (isPersonal()) {
            sessions.held(handle.owner(), server())
                    .filter(held -> !held.server().equals(account.account().view(server)))
                    .ifPresent(_ -> sessions.detach(handle.owner(), server()));
        }
    }

    /**
     * Sends a request on the shared session. Sends the request again if a modern server did not receive it, because no state
     * is lost with the connection to such a server.
     */
    private CallOutcome sendShared(
            Owner owner, UpstreamListing listing, String method, ObjectNode params, CallOptions options)
            throws InterruptedException {
        CallOutcome outcome = sessions.request(owner, server(), method, params, options);
        boolean lostNothing = listing.era() == Era.MODERN
                && outcome instanceof CallOutcome.SessionLost lost
                && !lost.mayHaveHappened();
        return lostNothing ? sessions.request(owner, server(), method, params, options) : outcome;
    }

    /** Resumes a parked call; see {@link ParkedCalls#resume}. */
    ObjectNode resume(
            Exchange exchange, @Nullable String sessionId, ForwardedRequest request, ParkedCalls.EndedCall endedCall)
            throws Refusal, InterruptedException {
        return parked.resume(exchange, sessionId, handles.scope(), request, endedCall);
    }

    /**
     * Forwards a request about a resource, a prompt or a completion. Such a request names its session in the metadata, and
     * mints no handle. Without a handle, a completion or the page of an MCP App uses the session that lists the server.
     */
    ObjectNode read(String method, ObjectNode params, Exchange exchange)
            throws Refusal, UpstreamUnavailable, InterruptedException {
        Upstream upstream = upstream(exchange.caller());
        UpstreamListing listing = upstream.listing(Freshness.CACHED);
        var caller = new CallerExchange(exchange, listing);
        String sessionId = Json.stringAt(exchange.meta(), SessionAnnotation.META);
        var request = new ForwardedRequest(method, server(), params);
        if (caller.isResumption()) {
            return resume(exchange, sessionId, request, message -> {
                throw new Refusal(McpError.invalidParams(message));
            });
        }
        Selection selected = selection
                .selectExisting(exchange, sessionId, listing.argumentName(), request)
                .orElse(null);
        GatewayHandle handle;
        switch (selected) {
            case null -> handle = null;
            case Selection.Selected(GatewayHandle found, boolean _, int _) -> handle = found;
            case Selection.Forwarded(var outcome) -> {
                return ForwardedAnswers.result(outcome);
            }
            case Selection.Refused(String message, boolean _) -> throw new Refusal(McpError.invalidParams(message));
        }
        return handle == null && listing.argument() != null && isStateless(method, params)
                ? CallerResults.ofRequest(
                        upstream.requestStateless(method, params, caller.sharedOptions()), exchange.caller())
                : forward(
                        caller, method, params, handle, outcome -> CallerResults.ofRequest(outcome, exchange.caller()));
    }

    /** Returns whether a request gets the same answer in any session: clients repeat such requests for each key or each view. */
    private static boolean isStateless(String method, ObjectNode params) {
        return method.equals(Methods.COMPLETE)
                || (method.equals(Methods.RESOURCES_READ)
                        && params.path("uri").asString("").startsWith("ui://"));
    }

    /**
     * Subscribes to changes of a resource: on the session of the caller's handle if there is one, else on the session that
     * lists the server.
     */
    void subscribe(String uri, Caller caller) throws UpstreamUnavailable, Refusal, InterruptedException {
        Upstream upstream = upstream(caller);
        UpstreamListing listing = upstream.listing(Freshness.CACHED);
        GatewayHandle handle = listing.argument() != null && listing.era() == Era.LEGACY
                ? selection.findOfTransport(caller).orElse(null)
                : null;
        if (handle == null) {
            upstream.subscribe(uri);
            return;
        }
        ObjectNode params = Json.object().put("uri", uri);
        var _ = CallerResults.ofRequest(
                send(account(caller), listing, Methods.RESOURCES_SUBSCRIBE, params, handle, CallOptions.DEFAULT),
                caller);
    }
}
