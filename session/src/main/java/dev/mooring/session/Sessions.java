package dev.mooring.session;

import dev.mooring.mcp.Message;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.run.Call;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunEnded;
import dev.mooring.run.RunScope;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Holds one session per server and owner: opened on first use, shared by all who ask, closed when the owner ends.
 *
 * <p>The usual owner is the run that is bound on the calling thread. A call outside a run is an error, because the state
 * behind a tool would have no home; to ask a server something there, open an {@link #ephemeral} session. Safe from any
 * number of threads.
 */
public final class Sessions implements AutoCloseable {
    private final Map<String, ToolServer> servers;
    private final SessionMetrics metrics;
    private final Duration trusted;
    private final Harbour harbour;
    private final IdleSweep sweep;

    private Sessions(Builder builder) {
        servers = Map.copyOf(builder.servers);
        metrics = new SessionMetrics(builder.metrics);
        trusted = builder.trusted;
        Opener opener = new Opener(
                builder.options, metrics, builder.listener, builder.notifications, builder.maxSessions, builder.waits);
        harbour = new Harbour(opener, metrics, builder.listener);
        sweep = new IdleSweep(servers.values(), harbour::all, harbour::expire);
    }

    public static Builder builder(Collection<ToolServer> servers) {
        return new Builder(servers);
    }

    /** With defaults throughout. */
    public static Sessions of(ToolServer... servers) {
        return builder(List.of(servers)).build();
    }

    /** All servers by name. */
    public Map<String, ToolServer> servers() {
        return servers;
    }

    public ToolServer server(String name) {
        ToolServer server = servers.get(name);
        if (server == null) {
            throw new UnknownServer(name, servers.keySet());
        }
        return server;
    }

    /**
     * Calls a tool on the session that the current run holds with its server.
     *
     * @throws CalledOutsideRun if no run is bound on this thread
     * @throws RunEnded if the run is closing
     */
    public CallOutcome call(String server, String tool, ObjectNode arguments, CallOptions options)
            throws InterruptedException {
        return traced(server, tool, arguments, options).outcome();
    }

    /**
     * As {@link #call(String, String, ObjectNode)}, and says which session it was.
     *
     * @param meta more fields for the request's {@code _meta}; null for none
     */
    public CallTrace callTraced(String server, String tool, ObjectNode arguments, @Nullable ObjectNode meta)
            throws InterruptedException {
        return traced(
                server,
                tool,
                arguments,
                meta == null
                        ? CallOptions.DEFAULT
                        : CallOptions.builder().meta(meta).build());
    }

    private CallTrace traced(String server, String tool, ObjectNode arguments, CallOptions options)
            throws InterruptedException {
        ToolServer called = server(server);
        RunScope scope = RunScope.current().orElseThrow(() -> new CalledOutsideRun(server, tool));
        Instant started = Instant.now();
        long began = System.nanoTime();
        Caller caller = caller(scope);
        CallOutcome outcome = caller.call(called, Question.tool(tool, arguments), options);
        record(scope, called, tool, started, Duration.ofNanos(System.nanoTime() - began), outcome);
        return new CallTrace(outcome, caller.session(), caller.hasOpened());
    }

    public CallOutcome call(String server, String tool, ObjectNode arguments) throws InterruptedException {
        return call(server, tool, arguments, CallOptions.DEFAULT);
    }

    /** Calls a tool on the session that a given owner holds; the owner counts as one invocation. */
    public CallOutcome call(Owner owner, String server, String tool, ObjectNode arguments, CallOptions options)
            throws InterruptedException {
        return request(owner, server, Question.tool(tool, arguments), options);
    }

    /** Asks anything on the session that a given owner holds; what holds for calls of tools holds for it. */
    public CallOutcome request(Owner owner, String server, String method, ObjectNode params, CallOptions options)
            throws InterruptedException {
        return request(owner, server, new Question(method, params), options);
    }

    /** Asks anything on a session that is opened for it and closed right after. */
    public CallOutcome requestEphemeral(String server, String method, ObjectNode params, CallOptions options)
            throws InterruptedException {
        Question question = new Question(method, params);
        return caller("ephemeral", harbour.program()).callOnce(server(server), question, options);
    }

    private CallOutcome request(Owner owner, String server, Question question, CallOptions options)
            throws InterruptedException {
        long began = System.nanoTime();
        ToolServer called = server(server);
        CallOutcome outcome = caller(owner.id(), owner).call(called, question, options);
        metrics.called(server, Duration.ofNanos(System.nanoTime() - began));
        return outcome;
    }

    /** The session that the owner holds with a server, opened now if need be. It is the owner's: do not close it. */
    public Outcome<HeldSession> hold(Owner owner, String server) throws InterruptedException {
        ToolServer wanted = server(server);
        Outcome<HeldSession> held = harbour.hold(
                owner,
                wanted,
                Settlement.eraFor(wanted, wanted.settings().sharing().forTool("*")));
        if (held instanceof Outcome.Succeeded<HeldSession>(HeldSession session)) {
            harbour.countUse(owner, session);
        }
        return held;
    }

    /** The session that the current run holds with a server, opened now if need be. */
    public Outcome<HeldSession> hold(String server) throws InterruptedException {
        RunScope scope = RunScope.current().orElseThrow(() -> new CalledOutsideRun(server, "(session)"));
        return hold(Owner.of(scope.run().root()), server);
    }

    /** All tools of a server: by the run's session inside a run, by an ephemeral one outside. */
    public Reply listTools(String server) throws InterruptedException {
        ToolServer asked = server(server);
        RunScope scope = RunScope.current().orElse(null);
        if (scope == null) {
            return toolsOnce(server);
        }
        Caller caller = caller(scope);
        return switch (harbour.settlement().sharing(asked, "*", scope.id())) {
            case Outcome.Failed<Sharing>(Throwable cause) -> new Reply.Failed(Caller.failureOf(cause));
            case Outcome.Succeeded<Sharing>(Sharing sharing) when sharing == Sharing.CALL -> toolsOnce(server);
            case Outcome.Succeeded<Sharing>(Sharing sharing) ->
                switch (harbour.hold(caller.ownerFor(sharing), asked, Settlement.eraFor(asked, sharing))) {
                    case Outcome.Succeeded<HeldSession>(HeldSession session) -> session.listTools();
                    case Outcome.Failed<HeldSession>(Throwable cause) -> new Reply.Failed(Caller.failureOf(cause));
                };
        };
    }

    /** As {@link #listTools}, as values: without those that need what this client does not offer. */
    public ToolListing toolListing(String server) throws InterruptedException {
        return ToolListing.of(server(server), listTools(server));
    }

    /**
     * The tools of a server as they are now, if the current run has a session with it; opens none. Empty too where asking failed, so that
     * what was known before goes on to hold.
     */
    public Optional<ToolListing.Listed> toolListingIfOpen(String server) throws InterruptedException {
        ToolServer asked = server(server);
        RunScope scope = RunScope.require();
        if (asked.settings().sharing().forTool("*") == Sharing.CALL) {
            return Optional.empty();
        }
        for (Owner owner : List.of(Owner.of(scope), Owner.of(scope.run().root()), harbour.program())) {
            HeldSession open = harbour.ifOpen(owner, server).orElse(null);
            if (open != null) {
                return open.listing() instanceof ToolListing.Listed listed ? Optional.of(listed) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    private Reply toolsOnce(String server) throws InterruptedException {
        try (EphemeralSession session = ephemeral(server)) {
            return session.listTools();
        } catch (OpenFailed e) {
            return new Reply.Failed(e.failure());
        }
    }

    /** A session for one question, inside a run or not. The caller closes it. */
    public EphemeralSession ephemeral(String server) throws OpenFailed, InterruptedException {
        ToolServer asked = server(server);
        return new EphemeralSession(harbour.opener().open(asked, Settlement.eraFor(asked, Sharing.CALL), "ephemeral"));
    }

    /** Closes everything that is held for anybody. */
    @Override
    public void close() {
        sweep.close();
        harbour.close();
    }

    private Caller caller(RunScope scope) {
        return new Caller(harbour, trusted, scope.id(), Owner.of(scope.run().root()), Owner.of(scope));
    }

    private Caller caller(String invocation, Owner owner) {
        return new Caller(harbour, trusted, invocation, owner, owner);
    }

    private void record(
            RunScope scope, ToolServer server, String tool, Instant started, Duration took, CallOutcome outcome) {
        metrics.called(server.name(), took);
        scope.record(
                switch (outcome) {
                    case CallOutcome.Answered _ -> Call.succeeded(server.name(), tool, started, took);
                    case CallOutcome.ToolFailed _ -> Call.failed(server.name(), tool, started, took, "the tool failed");
                    case CallOutcome.WithoutResult failed ->
                        Call.failed(server.name(), tool, started, took, failed.message());
                });
    }

    /** Starts from the defaults. */
    public static final class Builder {
        private final Map<String, ToolServer> servers = new LinkedHashMap<>();
        private Function<ToolServer, ClientOptions> options = server -> ClientOptions.defaults();
        private MeterRegistry metrics = new CompositeMeterRegistry();
        private SessionListener listener = event -> {};
        private BiConsumer<ToolServer, Message.Notification> notifications = (server, notification) -> {};
        private Duration trusted = Duration.ofSeconds(30);
        private int maxSessions = 2000;
        private boolean waits = true;

        private Builder(Collection<ToolServer> servers) {
            servers.forEach(server -> {
                if (this.servers.put(server.name(), server) != null) {
                    throw new IllegalArgumentException("two tool servers are named \"" + server.name() + "\"");
                }
            });
        }

        /** What all connections have in common; a server's own settings win. */
        public Builder options(ClientOptions value) {
            return options(server -> value);
        }

        /** As {@link #options(ClientOptions)}, where they depend on the server: a person has to know who asks. */
        public Builder options(Function<ToolServer, ClientOptions> value) {
            options = value;
            return this;
        }

        public Builder metrics(MeterRegistry value) {
            metrics = value;
            return this;
        }

        public Builder listener(SessionListener value) {
            listener = value;
            return this;
        }

        /** Hears what the server of any session says unasked; see {@link dev.mooring.mcp.client.NotificationListener}. */
        public Builder notifications(BiConsumer<ToolServer, Message.Notification> value) {
            notifications = value;
            return this;
        }

        /** After how long without a call a session is asked whether it still lives, before the next call goes out. */
        public Builder probeAfterIdle(Duration value) {
            trusted = value;
            return this;
        }

        /** How many sessions may be open at once, of all servers. */
        public Builder maxSessions(int value) {
            maxSessions = value;
            return this;
        }

        /** Has an opening beyond a limit fail at once, where it would else wait for another session to end. */
        public Builder failAtLimit() {
            waits = false;
            return this;
        }

        public Sessions build() {
            return new Sessions(this);
        }
    }
}
