package dev.mooring.mcp.client.protocol;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.transport.Call;
import dev.mooring.mcp.client.transport.Deadline;
import dev.mooring.mcp.client.transport.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The first exchange with a server: {@code server/discover} in the modern era, {@code initialize} in the legacy era. */
public final class Handshake {
    private final Implementation client;
    private final ObjectNode capabilities;
    private final boolean hasHandlers;
    private final AtomicLong ids;

    /**
     * Creates the handshake of one connection.
     *
     * @param client how this client identifies itself
     * @param capabilities the capabilities that this client declares
     * @param hasHandlers whether this client answers requests of the server
     * @param ids the last request id of the connection
     */
    public Handshake(Implementation client, ObjectNode capabilities, boolean hasHandlers, AtomicLong ids) {
        this.client = client;
        this.capabilities = capabilities;
        this.hasHandlers = hasHandlers;
        this.ids = ids;
    }

    /** Returns the {@code _meta} fields that every modern request carries. */
    public static ObjectNode modernMeta(Implementation client, ObjectNode capabilities) {
        ObjectNode meta = Json.object().put(Meta.PROTOCOL_VERSION, ProtocolVersion.V2026_07_28.text());
        meta.set(Meta.CLIENT_INFO, client.json());
        meta.set(Meta.CLIENT_CAPABILITIES, capabilities);
        return meta;
    }

    /** Requests {@code server/discover}. */
    ProbeResult discover(Transport transport, Deadline deadline) throws InterruptedException {
        Reply reply = transport.exchange(discoverCall(deadline));
        if (reply instanceof Reply.Rejected(var error) && isTransientVersionError(error)) {
            reply = transport.exchange(discoverCall(deadline));
        }
        return switch (reply) {
            case Reply.Result(var result) -> ofDiscoverResult(result);
            case Reply.Rejected(var error)
            when error.code() == McpError.UNSUPPORTED_VERSION && hasLegacy(supportedBy(error)) ->
                new ProbeResult.Legacy();
            case Reply.Rejected(var error)
            when error.isModernOnly() -> new ProbeResult.Undecided(new Failure.Malformed(discoverError(error)));
            case Reply.Rejected _ -> new ProbeResult.Legacy();
            case Reply.Failed(var failure) -> ofFailure(failure);
        };
    }

    private static ProbeResult ofFailure(Failure failure) {
        return switch (failure) {
            case Failure.Refused(int status, String _)
            when status == 401 || status == 403 || status >= 500 -> new ProbeResult.Undecided(failure);
            case Failure.ConnectionLost _ -> new ProbeResult.Undecided(failure);
            case Failure.TimedOut _,
                    Failure.Refused _,
                    Failure.Malformed _,
                    Failure.Oversized _,
                    Failure.SessionForgotten _,
                    Failure.InputRefused _ -> new ProbeResult.Legacy();
        };
    }

    private static ProbeResult ofDiscoverResult(ObjectNode result) {
        List<ProtocolVersion> supported = versions(result.get("supportedVersions"));
        if (supported.contains(ProtocolVersion.V2026_07_28)) {
            return new ProbeResult.Modern(HandshakeResult.ofDiscover(ProtocolVersion.V2026_07_28, result));
        }
        return hasLegacy(supported) || supported.isEmpty()
                ? new ProbeResult.Legacy()
                : new ProbeResult.Undecided(new Failure.Malformed("no common protocol version: the server supports "
                        + supported + ", this client " + ProtocolVersion.SUPPORTED));
    }

    /** Returns whether a server rejects a version that it lists, as a cluster may do during an update. */
    private static boolean isTransientVersionError(McpError error) {
        return error.code() == McpError.UNSUPPORTED_VERSION
                && supportedBy(error).contains(ProtocolVersion.V2026_07_28);
    }

    private static boolean hasLegacy(List<ProtocolVersion> versions) {
        return versions.stream().anyMatch(version -> version.isSupported() && version.era() == Era.LEGACY);
    }

    private static List<ProtocolVersion> supportedBy(McpError error) {
        return error.data() == null ? List.of() : versions(error.data().get("supported"));
    }

    private static List<ProtocolVersion> versions(@Nullable JsonNode list) {
        List<ProtocolVersion> versions = new ArrayList<>();
        if (list != null) {
            list.forEach(version -> {
                if (version.isString()) {
                    versions.add(new ProtocolVersion(version.stringValue()));
                }
            });
        }
        return versions;
    }

    private static String discoverError(McpError error) {
        return "the server rejected server/discover: " + error.message()
                + (error.data() == null ? "" : " " + error.data());
    }

    private Call discoverCall(Deadline deadline) {
        ObjectNode params = Json.object();
        params.set(Meta.FIELD, modernMeta(client, capabilities));
        return new Call(ids.incrementAndGet(), Methods.DISCOVER, params, ProtocolVersion.V2026_07_28, deadline);
    }

    /** Opens a legacy session with {@code initialize}. */
    HandshakeResult initialize(Transport transport, Deadline deadline) throws HandshakeFailed, InterruptedException {
        ObjectNode params = Json.object().put("protocolVersion", ProtocolVersion.LATEST_LEGACY.text());
        params.set("capabilities", capabilities);
        params.set("clientInfo", client.json());
        Reply reply = transport.exchange(new Call(ids.incrementAndGet(), Methods.INITIALIZE, params, null, deadline));
        HandshakeResult handshake = switch (reply) {
            case Reply.Result(var result) -> ofInitializeResult(result);
            case Reply.Rejected(var error) ->
                throw new HandshakeFailed(new Failure.Malformed("the server rejected initialize: " + error.message()));
            case Reply.Failed(var failure) -> throw new HandshakeFailed(failure);
        };
        transport.send(new Message.Notification(Methods.INITIALIZED, null));
        if (hasHandlers) {
            // Many servers send their requests on the listening stream, even during a call.
            transport.openListeningStream();
        }
        return handshake;
    }

    private static HandshakeResult ofInitializeResult(ObjectNode result) throws HandshakeFailed {
        String text = Json.stringAt(result, "protocolVersion");
        ProtocolVersion version = new ProtocolVersion(text == null ? "" : text);
        if (!version.isSupported() || version.era() != Era.LEGACY) {
            throw new HandshakeFailed(new Failure.Malformed("the server responded to initialize with version \""
                    + version + "\", which this client does not support"));
        }
        return HandshakeResult.ofInitialize(version, result);
    }
}
