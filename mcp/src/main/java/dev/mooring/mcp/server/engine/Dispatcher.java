package dev.mooring.mcp.server.engine;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.ServerFeatures;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.http.sessions.StoredSession;
import java.time.Clock;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The entry point of the engine for one transport of one server: answers the messages that the transport has read. Every
 * method runs its work on the calling thread. Thread-safe.
 */
public final class Dispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

    private final ServerFeatures features;
    private final PendingInputRequests pendingInput = new PendingInputRequests();
    private final ServerDescription description;
    private final RequestRouter router;
    private final ModernResults modernResults;

    /** Creates the engine of a transport whose callers may call every tool. */
    public Dispatcher(McpServer server) {
        this(server, null);
    }

    /**
     * Creates the engine of a transport.
     *
     * @param toolScope returns the scope that a caller needs for a tool; null if callers need none
     */
    public Dispatcher(McpServer server, @Nullable Function<Tool, String> toolScope) {
        features = server.features();
        description = new ServerDescription(features);
        StateSeal seal =
                new StateSeal(features.options().stateKey(), features.options().stateLifetime(), Clock.systemUTC());
        router = new RequestRouter(
                features,
                description,
                new ToolAccess(features, toolScope),
                new RequestExchange.InputChannel(
                        pendingInput, seal, features.options().inputTimeout()));
        modernResults = new ModernResults(features, toolScope != null);
    }

    /** Returns whether the modern rules apply to a request, valid or not. */
    public static boolean isModern(Message.Request request) {
        return ModernMeta.isIn(request);
    }

    /** Returns the versions that requests with modern metadata may have. */
    public static List<ProtocolVersion> modernVersions() {
        return ModernMeta.VERSIONS;
    }

    /** Returns whether the server refuses legacy clients. */
    public boolean isModernOnly() {
        return features.options().modernOnly();
    }

    /**
     * Returns the caller of a modern request.
     *
     * @throws Refusal if the metadata is incomplete or has an unsupported version
     */
    public Caller modernCaller(Message.Request request, Identity identity) throws Refusal {
        return ModernMeta.read(request, identity);
    }

    /** A legacy session and the result of the {@code initialize} request that opened it. */
    public record OpenedSession(LegacySession session, ObjectNode result) {}

    /**
     * Opens a legacy session. The transport closes it.
     *
     * @param sessionId the transport's id for the session, or null
     * @throws Refusal if the server is modern-only or the request has no version
     */
    public OpenedSession open(Message.Request initialize, Identity identity, @Nullable String sessionId)
            throws Refusal {
        refuseIfModernOnly();
        String requestedVersion = Json.stringAt(initialize.params(), "protocolVersion");
        if (requestedVersion == null) {
            throw new Refusal(McpError.invalidParams("\"protocolVersion\" is missing"));
        }
        ProtocolVersion version = negotiate(requestedVersion);
        ObjectNode capabilities = Json.objectAt(initialize.params(), "capabilities");
        ClientCapabilities.checkSize(
                capabilities,
                initialize.params() == null ? null : initialize.params().get("clientInfo"));
        Caller caller = new Caller(
                version,
                Implementation.from(Json.objectAt(initialize.params(), "clientInfo")),
                capabilities == null ? Json.object() : capabilities,
                identity.principal(),
                identity.scopes(),
                sessionId,
                identity.name());
        return new OpenedSession(LegacySession.open(caller, features.changes()), description.initializeResult(caller));
    }

    /** Opens a session of an earlier process again. The transport closes it. */
    public LegacySession reopen(String sessionId, StoredSession stored) {
        Caller caller = new Caller(
                stored.version(),
                Implementation.from(stored.clientInfo()),
                stored.capabilities(),
                stored.principal(),
                null, // each request has its own
                sessionId);
        return LegacySession.open(caller, features.changes());
    }

    /** Tells the server that a client has deleted its session. */
    public void onSessionDeleted(Caller caller) {
        features.onSessionDeleted(caller);
    }

    /**
     * Returns a stand-in for the session of legacy requests without a session.
     *
     * @throws Refusal if the server is modern-only
     */
    public LegacySession withoutSession(ProtocolVersion version, Identity identity) throws Refusal {
        refuseIfModernOnly();
        return LegacySession.none(version, identity);
    }

    /** Answers a modern request. Returns null if the call was cancelled. */
    public @Nullable Message answer(Message.Request request, Caller caller, RunningCall call, CallStream stream) {
        return answer(request, caller, null, call, stream);
    }

    /** Answers a legacy request other than {@code initialize}. Returns null if the call was cancelled. */
    public @Nullable Message answer(
            Message.Request request, LegacySession session, Identity identity, RunningCall call, CallStream stream) {
        return answer(request, session.caller(identity), session, call, stream);
    }

    /** Passes the response of a legacy client to the call that waits for it. Returns false if no call of this principal does. */
    public boolean accept(Message response, @Nullable String principal) {
        return pendingInput.accept(response, principal);
    }

    private @Nullable Message answer(
            Message.Request request,
            Caller caller,
            @Nullable LegacySession session,
            RunningCall call,
            CallStream stream) {
        call.begin();
        try {
            ObjectNode result = router.resultOf(request, caller, session, call, stream);
            return call.isCancelled() ? null : response(request, caller, result);
        } catch (InputRequired required) {
            return call.isCancelled() ? null : response(request, caller, required.result());
        } catch (Refusal refusal) {
            return call.isCancelled()
                    ? null
                    : new Message.ErrorResponse(request.id(), errorFor(caller, refusal.error()));
        } catch (Exception e) {
            if (call.isCancelled()) {
                return null;
            }
            LOG.error("{} failed", request.method(), e);
            return new Message.ErrorResponse(request.id(), McpError.internal());
        } finally {
            call.finish();
        }
    }

    private Message response(Message.Request request, Caller caller, ObjectNode result) {
        return new Message.Result(
                request.id(), caller.isModern() ? modernResults.complete(request.method(), result) : result);
    }

    /** Replaces the error codes that legacy clients do not know. */
    private static McpError errorFor(Caller caller, McpError error) {
        return !caller.isModern() && error.isModernOnly()
                ? new McpError(McpError.INVALID_REQUEST, error.message(), error.data())
                : error;
    }

    private void refuseIfModernOnly() throws Refusal {
        if (isModernOnly()) {
            throw new Refusal(McpError.unsupportedVersion("initialize", ModernMeta.VERSIONS));
        }
    }

    /**
     * Returns the requested version if the server offers it. Returns the next older one if the server only supports it, and
     * the latest legacy version if the server does not support it.
     */
    private static ProtocolVersion negotiate(String requested) {
        ProtocolVersion version = new ProtocolVersion(requested);
        return !version.isSupported()
                ? ProtocolVersion.LATEST_LEGACY
                : ProtocolVersion.OFFERED.stream()
                        .filter(offered -> offered.era() == Era.LEGACY && offered.compareTo(version) <= 0)
                        .findFirst()
                        .orElse(ProtocolVersion.LATEST_LEGACY);
    }
}
