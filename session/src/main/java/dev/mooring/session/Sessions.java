package dev.mooring.session;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.ResumableSession;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunEnded;
import dev.mooring.run.RunScope;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The sessions of a program: one per server and owner. A session is opened on first use, shared by all callers of the owner,
 * and closed when the owner ends.
 *
 * <p>The usual owner is the run that is bound to the calling thread. A tool call outside a run is an error, because no
 * owner would keep the state behind the tool. Other requests outside a run use an {@link #ephemeral} session. Thread-safe.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Sessions implements AutoCloseable {
    private final Map<String, ToolServer> servers;
    private final Opener opener;
    private final SessionRegistry registry;
    private final RequestSender sender;
    private final ToolListings listings;
    private final IdleSweep idleSweep;
    private final Approver approver;

    private Sessions(Builder builder) {
        servers = Map.copyOf(builder.servers);
        SessionMetrics metrics = new SessionMetrics(builder.metrics);
        SessionReporter reporter = new SessionReporter(builder.listener);
        opener = new Opener(builder, metrics, reporter);
        registry = new SessionRegistry(opener, metrics, reporter);
        sender = new RequestSender(registry, metrics, builder.approver, builder.probeAfterIdle);
        listings = new ToolListings(registry);
        idleSweep = new IdleSweep(servers.values(), registry);
        approver = builder.approver;
    }

    /**
     * Returns a builder for sessions with these servers.
     *
     * @throws IllegalArgumentException if two servers have the same name
     */
    public static Builder builder(Collection<ToolServer> servers) {
        return new Builder(servers);
    }

    /** Returns sessions with these servers and default options. */
    public static Sessions of(ToolServer... servers) {
        return builder(List.of(servers)).build();
    }

    /** Returns all servers by name. */
    public Map<String, ToolServer> servers() {
        return servers;
    }

    /**
     * Returns the server with this name.
     *
     * @throws UnknownServer if no server has the name
     */
    public ToolServer server(String name) {
        ToolServer server = servers.get(name);
        if (server == null) {
            throw new UnknownServer(name, servers.keySet());
        }
        return server;
    }

    /** Returns a server for a call or an opening, which must not follow {@link #close}. */
    private ToolServer openServer(String name) {
        registry.requireOpen();
        return server(name);
    }

    /** Calls a tool as {@link #call(String, String, ObjectNode, CallOptions)} does, with default options. */
    public CallOutcome call(String server, String tool, ObjectNode arguments) throws InterruptedException {
        return call(server, tool, arguments, CallOptions.DEFAULT);
    }

    /**
     * Calls a tool on the session that the current run holds with the server. If that session is lost, a call that was
     * made before the caller was told of the loss is not sent, and its outcome says so.
     *
     * @throws CalledOutsideRun if no run is bound to this thread
     * @throws RunEnded if the run has ended, or is closing and has no session with the server
     * @throws SessionsClosed if these sessions are closed
     */
    public CallOutcome call(String server, String tool, ObjectNode arguments, CallOptions options)
            throws InterruptedException {
        return sendInRun(batch(), server, SessionRequest.toolCall(tool, arguments), options)
                .outcome();
    }

    /** Starts a batch of calls that the caller decides on now, with the approver of these sessions. */
    public CallBatch batch() {
        return batch(approver, List.of());
    }

    /**
     * Starts a batch of calls that a model decides on now. A call reports a loss until the current invocation and all given
     * conversations have been told of it.
     *
     * @param own decides about calls of tools with {@code approve: ask}
     * @param conversations identify, by {@code equals}, the conversations that rely on the results, if an invocation has several
     *     conversations or a conversation has several invocations
     */
    public CallBatch batch(Approver own, List<?> conversations) {
        return new CallBatch(
                this, own, List.copyOf(conversations), registry.clock().now());
    }

    /** Starts a batch of a model's calls as {@link #batch(Approver, List)} does, with the approver of these sessions. */
    public CallBatch batch(List<?> conversations) {
        return batch(approver, conversations);
    }

    /** Sends a request on the session that the current run holds, and records it in the totals of the run. */
    CallTrace sendInRun(CallBatch batch, String server, SessionRequest request, CallOptions options)
            throws InterruptedException {
        return sender.sendInRun(batch, openServer(server), request, options);
    }

    /** Calls a tool on the session that the given owner holds. The owner counts as one invocation. */
    public CallOutcome call(Owner owner, String server, String tool, ObjectNode arguments, CallOptions options)
            throws InterruptedException {
        return sender.send(owner, openServer(server), SessionRequest.toolCall(tool, arguments), options);
    }

    /** Sends a request on the session that the given owner holds. Losses are reported as for tool calls. */
    public CallOutcome request(Owner owner, String server, String method, ObjectNode params, CallOptions options)
            throws InterruptedException {
        return request(owner, server, method, params, options, () -> {});
    }

    /**
     * Sends a request as {@link #request(Owner, String, String, ObjectNode, CallOptions)} does, after a last check.
     *
     * @param beforeSend runs right before the request is sent, once the session is open and the calls before it have ended. If
     *     it throws an exception, the request is not sent, and the caller receives the exception.
     */
    public CallOutcome request(
            Owner owner, String server, String method, ObjectNode params, CallOptions options, Runnable beforeSend)
            throws InterruptedException {
        return sender.send(owner, openServer(server), new SessionRequest(method, params, beforeSend), options);
    }

    /**
     * Sends a request on the session that the current run holds with the server. A tool call needs the same approval as one
     * of {@link #call(String, String, ObjectNode)}.
     *
     * @throws CalledOutsideRun if no run is bound to this thread
     * @throws RunEnded if the run has ended, or is closing and has no session with the server
     * @throws SessionsClosed if these sessions are closed
     */
    public CallOutcome request(String server, String method, ObjectNode params) throws InterruptedException {
        return sendInRun(batch(), server, new SessionRequest(method, params), CallOptions.DEFAULT)
                .outcome();
    }

    /** Sends a request on a new session of the owner's account and closes that session. */
    public CallOutcome requestEphemeral(
            Owner owner, String server, String method, ObjectNode params, CallOptions options)
            throws InterruptedException {
        return sender.sendOnce(owner, openServer(server), new SessionRequest(method, params), options);
    }

    /**
     * Returns the owner's own session with a server, whatever the sharing of the server is. Opens the session if needed. The
     * caller must not close it.
     */
    public Outcome<HeldSession> hold(Owner owner, String server) throws InterruptedException {
        return hold(owner, server, null);
    }

    /** @param scope the invocation in the owner's run that holds the session; null for the owner itself */
    private Outcome<HeldSession> hold(Owner owner, String server, @Nullable RunScope scope)
            throws InterruptedException {
        ToolServer called = openServer(server);
        Sharing sharing = called.settings().sharing().forTool("*");
        Outcome<HeldSession> held = registry.hold(owner, called, SharingResolver.eraFor(called, sharing), owner);
        if (held instanceof Outcome.Succeeded<HeldSession>(HeldSession session)) {
            registry.recordUse(owner, session);
            String caller = scope == null ? owner.id() : scope.id();
            if (!session.wasLastHeldBy(caller)) {
                // The caller can create state through the connection, so its later calls report the loss of the
                // session.
                CallSource source = scope == null ? CallSource.of(caller) : CallSource.of(scope, List.of());
                registry.generations(owner, called, owner).current().recordCall(source);
                session.heldBy(caller);
            }
        }
        return held;
    }

    /**
     * Returns the current run's own session with a server, whatever the sharing of the server is. Opens the session if
     * needed. The caller must not close it.
     *
     * @throws CalledOutsideRun if no run is bound to this thread
     */
    public Outcome<HeldSession> hold(String server) throws InterruptedException {
        RunScope scope = RunScope.current().orElseThrow(() -> CalledOutsideRun.holding(server));
        return hold(Owner.of(scope.run().root()), server, scope);
    }

    /** Returns the session that the owner holds with a server, if one is open. Opens none. */
    public Optional<HeldSession> held(Owner owner, String server) {
        return registry.find(owner, server);
    }

    /** Returns whether a server has as many open sessions as its limit allows, so that one more would fail or wait. */
    public boolean isAtLimit(String server) {
        return opener.isAtLimit(server(server));
    }

    /**
     * Makes the owner hold a session with a remote server that an earlier process has opened. The caller must not close it.
     *
     * @throws OpenFailed if the server is unreachable, or has ended the session ({@link Failure.SessionForgotten})
     * @throws IllegalArgumentException if the server is not remote
     */
    public HeldSession resume(Owner owner, String server, ResumableSession session)
            throws OpenFailed, InterruptedException {
        ToolServer called = server(server);
        if (!(called.location() instanceof ServerLocation.Remote remote)) {
            throw new IllegalArgumentException(server + " is not remote: its sessions end with its process");
        }
        return switch (registry.resume(owner, called, remote, session)) {
            case Outcome.Succeeded<HeldSession>(HeldSession held) -> held;
            case Outcome.Failed<HeldSession>(Throwable cause) -> throw new OpenFailed(SessionCall.openFailure(cause));
        };
    }

    /**
     * Closes the connections of the owner's sessions without ending the sessions on their servers, so that another process can
     * {@link #resume} them.
     */
    public void detach(Owner owner) {
        servers.keySet().forEach(server -> detach(owner, server));
    }

    /** Closes the connection of the owner's session with one server, as {@link #detach(Owner)} does. */
    public void detach(Owner owner, String server) {
        registry.find(owner, server).ifPresent(HeldSession::detach);
    }

    /** Lists all tools of a server: inside a run on the run's session, outside on an ephemeral session. */
    public Reply listTools(String server) throws InterruptedException {
        return listedTools(server).reply();
    }

    /**
     * Lists the tools as {@link #listTools} does, parsed, without the tools that this client cannot call, and with the
     * instructions of the server.
     */
    public ToolListing toolListing(String server) throws InterruptedException {
        return listedTools(server).listing();
    }

    private ListedTools listedTools(String server) throws InterruptedException {
        ToolServer called = openServer(server);
        RunScope scope = RunScope.current().orElse(null);
        return scope == null ? listings.listEphemeral(called) : listings.listInRun(called, scope, sender.callOf(scope));
    }

    /**
     * Returns the current tools of a server if the current run has a session with it; opens none. Returns empty if the
     * listing fails, so that the caller keeps the listing that it has.
     */
    public Optional<ToolListing.Listed> toolListingIfOpen(String server) throws InterruptedException {
        return listings.listIfOpen(server(server), RunScope.require());
    }

    /**
     * Opens a session of the program's account that only the caller uses, inside or outside a run. The caller closes it;
     * {@link #close} closes it too.
     */
    public EphemeralSession ephemeral(String server) throws OpenFailed, InterruptedException {
        return ephemeral(registry.program(), server);
    }

    /**
     * Opens a session of the owner's account that only the caller uses. The caller closes it; the end of the owner closes it
     * too.
     */
    public EphemeralSession ephemeral(Owner owner, String server) throws OpenFailed, InterruptedException {
        return switch (registry.openUnshared(owner, openServer(server))) {
            case Outcome.Succeeded<UnsharedSession>(UnsharedSession opened) -> new EphemeralSession(opened, sender);
            case Outcome.Failed<UnsharedSession>(Throwable cause) ->
                throw new OpenFailed(SessionCall.openFailure(cause));
        };
    }

    /**
     * Closes the sessions of all owners, including those of single calls. Blocks until they are closed or the thread is
     * interrupted. Later calls fail with {@link SessionsClosed}, also in a run that is still open.
     */
    @Override
    public void close() {
        idleSweep.close();
        registry.close();
    }

    /** Builds {@link Sessions}. Not thread-safe. */
    public static final class Builder {
        private final Map<String, ToolServer> servers = new LinkedHashMap<>();
        private MeterRegistry metrics = new CompositeMeterRegistry();
        private Duration probeAfterIdle = Duration.ofSeconds(30);
        private Approver approver = Approver.REFUSE_ALL;
        Function<ToolServer, ClientOptions> clientOptions = _ -> ClientOptions.defaults();
        SessionListener listener = _ -> {};
        BiConsumer<ToolServer, Message.Notification> notifications = (_, _) -> {};
        int maxSessions = 2000;
        boolean waitsAtLimit = true;

        private Builder(Collection<ToolServer> servers) {
            servers.forEach(server -> {
                if (this.servers.put(server.name(), server) != null) {
                    throw new IllegalArgumentException("Two tool servers are named \"" + server.name() + "\"");
                }
            });
        }

        /** Sets the client options of all connections. The settings of a server override them. */
        public Builder options(ClientOptions value) {
            return options(_ -> value);
        }

        /** Sets the client options per server, for example to name the server when it asks a person for input. */
        public Builder options(Function<ToolServer, ClientOptions> value) {
            clientOptions = value;
            return this;
        }

        /** Sets the registry for metrics. By default metrics are discarded. */
        public Builder metrics(MeterRegistry value) {
            metrics = value;
            return this;
        }

        /** Sets the listener for session events. */
        public Builder listener(SessionListener value) {
            listener = value;
            return this;
        }

        /** Sets the listener for notifications of all sessions; see {@link dev.mooring.mcp.client.NotificationListener}. */
        public Builder notifications(BiConsumer<ToolServer, Message.Notification> value) {
            notifications = value;
            return this;
        }

        /**
         * Sets the approver that decides about calls of tools with {@code approve: ask}. The default is
         * {@link Approver#REFUSE_ALL}.
         */
        public Builder approver(Approver value) {
            approver = value;
            return this;
        }

        /** Sets how long a session can be idle before Mooring probes it ahead of the next call. Default: 30 seconds. */
        public Builder probeAfterIdle(Duration value) {
            probeAfterIdle = value;
            return this;
        }

        /** Sets how many sessions can be open at once, with all servers together. The default is 2000. */
        public Builder maxSessions(int value) {
            maxSessions = value;
            return this;
        }

        /** Makes an opening beyond a session limit fail at once. By default it waits for another session to end. */
        public Builder failAtLimit() {
            waitsAtLimit = false;
            return this;
        }

        /** Returns the sessions. Opens none yet. */
        public Sessions build() {
            return new Sessions(this);
        }
    }
}
