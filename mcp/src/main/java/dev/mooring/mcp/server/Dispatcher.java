package dev.mooring.mcp.server;

import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.ProtocolVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Where transports hand in what they have read. Everything runs on the thread that hands it in. */
public final class Dispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

    private final Offer offer;
    private final Changes changes;
    private final PendingAnswers pending = new PendingAnswers();
    private final boolean modernOnly;
    private final RequestRouter router;
    private final ModernResults modernResults;

    Dispatcher(Offer offer, Changes changes, McpServer.Builder builder) {
        this.offer = offer;
        this.changes = changes;
        this.modernOnly = builder.modernOnly;
        StateSeal seal = new StateSeal(builder.stateKey, builder.stateLifetime, builder.clock);
        this.router = new RequestRouter(
                offer, changes, new Exchange.Asking(pending, seal, builder.patience), builder.pageSize);
        this.modernResults = new ModernResults(offer, builder.freshness);
    }

    /** Whether a request follows the modern rules, well or badly. */
    public static boolean isModern(Message.Request request) {
        return ModernMeta.isIn(request);
    }

    public boolean isModernOnly() {
        return modernOnly;
    }

    /** The versions that requests with modern metadata may name. */
    public static List<ProtocolVersion> modernVersions() {
        return ModernMeta.VERSIONS;
    }

    /**
     * Who sends a modern request.
     *
     * @throws Refusal if the metadata is incomplete or of a version unknown here
     */
    public Caller modernCaller(Message.Request request, @Nullable String principal) throws Refusal {
        return ModernMeta.read(request, principal);
    }

    /** A legacy session that was opened, and what to answer. */
    public record Opening(LegacySession session, ObjectNode result) {}

    /**
     * Answers {@code initialize}.
     *
     * @param sessionId the id that the transport gives the session, if it has such
     */
    public Opening open(Message.Request initialize, @Nullable String principal, @Nullable String sessionId)
            throws Refusal {
        refuseLegacyIfModernOnly();
        String requested = Json.stringAt(initialize.params(), "protocolVersion");
        if (requested == null) {
            throw new Refusal(McpError.invalidParams("\"protocolVersion\" is missing"));
        }
        ProtocolVersion version = legacyVersion(requested);
        ObjectNode capabilities = Json.objectAt(initialize.params(), "capabilities");
        Caller caller = new Caller(
                version,
                Implementation.from(Json.objectAt(initialize.params(), "clientInfo")),
                capabilities == null ? Json.object() : capabilities,
                principal,
                sessionId);
        ObjectNode result = Json.object().put("protocolVersion", version.text());
        result.set("capabilities", offer.capabilities());
        result.set("serverInfo", offer.implementation.json());
        offer.addInstructions(result);
        return new Opening(LegacySession.open(caller, changes), result);
    }

    /** For legacy requests that belong to no session. */
    public LegacySession withoutSession(ProtocolVersion version, @Nullable String principal) throws Refusal {
        refuseLegacyIfModernOnly();
        return LegacySession.none(version, principal);
    }

    /** Answers a modern request; null if it was cancelled. */
    public @Nullable Message answer(Message.Request request, Caller caller, RunningCall call, CallStream stream) {
        return answer(request, caller, null, call, stream);
    }

    /** Answers a legacy request other than {@code initialize}; null if it was cancelled. */
    public @Nullable Message answer(
            Message.Request request, LegacySession session, RunningCall call, CallStream stream) {
        return answer(request, session.caller(), session, call, stream);
    }

    /** Takes a legacy client's answer to a question; one that nobody waits for is dropped. */
    public void accept(Message answer, @Nullable String principal) {
        pending.accept(answer, principal);
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
            return call.isCancelled() ? null : result(request, caller, result);
        } catch (InputRequired needed) {
            return call.isCancelled() ? null : result(request, caller, needed.result());
        } catch (Refusal refusal) {
            return call.isCancelled() ? null : new Message.Failure(request.id(), inWordsOf(caller, refusal.error()));
        } catch (Exception e) {
            if (call.isCancelled()) {
                return null;
            }
            LOG.error("{} failed", request.method(), e);
            return new Message.Failure(request.id(), McpError.internal());
        } finally {
            call.finish();
        }
    }

    private Message result(Message.Request request, Caller caller, ObjectNode result) {
        return new Message.Result(
                request.id(), caller.isModern() ? modernResults.complete(request.method(), result) : result);
    }

    /** Codes that only the modern era knows do not go to a legacy client. */
    private static McpError inWordsOf(Caller caller, McpError error) {
        return !caller.isModern() && error.isModernOnly()
                ? new McpError(McpError.INVALID_REQUEST, error.message(), error.data())
                : error;
    }

    private void refuseLegacyIfModernOnly() throws Refusal {
        if (modernOnly) {
            throw new Refusal(McpError.unsupportedVersion("initialize", ModernMeta.VERSIONS));
        }
    }

    private static ProtocolVersion legacyVersion(String requested) {
        ProtocolVersion version = new ProtocolVersion(requested);
        return version.isSupported() && !ModernMeta.VERSIONS.contains(version)
                ? version
                : ProtocolVersion.LATEST_LEGACY;
    }
}
