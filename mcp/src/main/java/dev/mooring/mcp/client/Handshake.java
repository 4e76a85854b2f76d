package dev.mooring.mcp.client;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The two ways to begin: to discover a modern server, or to initialise a legacy one. */
final class Handshake {
    private final ClientOptions options;
    private final AtomicLong ids;

    Handshake(ClientOptions options, AtomicLong ids) {
        this.options = options;
        this.ids = ids;
    }

    /** What a probe tells. */
    sealed interface Finding {
        record Modern(Greeting greeting) implements Finding {}

        record Legacy() implements Finding {}

        /** Neither: the server was not reached, or what stands before it refused. */
        record Nothing(Failure failure) implements Finding {}
    }

    Finding discover(Transport transport, Deadline deadline) throws InterruptedException {
        Reply reply = transport.exchange(discoverCall(deadline));
        if (reply instanceof Reply.Fault(var error) && speaksAfterAll(error)) {
            reply = transport.exchange(discoverCall(deadline));
        }
        return switch (reply) {
            case Reply.Result(var result) -> understood(result);
            case Reply.Fault(var error)
            when error.code() == McpError.UNSUPPORTED_VERSION && offersLegacy(offered(error)) -> new Finding.Legacy();
            case Reply.Fault(var error)
            when error.isModernOnly() -> new Finding.Nothing(new Failure.Malformed(versionFault(error)));
            case Reply.Fault _ -> new Finding.Legacy();
            case Reply.Failed(var failure) ->
                switch (failure) {
                    case Failure.Refused refused when decidesNothing(refused.status()) -> new Finding.Nothing(refused);
                    case Failure.ConnectionLost lost -> new Finding.Nothing(lost);
                    case Failure.TimedOut _,
                            Failure.Refused _,
                            Failure.Malformed _,
                            Failure.Oversized _,
                            Failure.SessionForgotten _,
                            Failure.InputRefused _ -> new Finding.Legacy();
                };
        };
    }

    private static boolean decidesNothing(int status) {
        return status == 401 || status == 403 || status >= 500;
    }

    private static Finding understood(ObjectNode result) {
        List<ProtocolVersion> offered = versions(result.get("supportedVersions"));
        if (offered.contains(ProtocolVersion.V2026_07_28)) {
            return new Finding.Modern(Greeting.fromDiscover(ProtocolVersion.V2026_07_28, result));
        }
        return offersLegacy(offered) || offered.isEmpty()
                ? new Finding.Legacy()
                : new Finding.Nothing(new Failure.Malformed(
                        "the server speaks only " + offered + " and this client only " + ProtocolVersion.SUPPORTED));
    }

    /** Whether a server refused our version and yet lists it, as one behind a balancer may while it is being updated. */
    private static boolean speaksAfterAll(McpError error) {
        return error.code() == McpError.UNSUPPORTED_VERSION && offered(error).contains(ProtocolVersion.V2026_07_28);
    }

    private static boolean offersLegacy(List<ProtocolVersion> offered) {
        return offered.stream().anyMatch(version -> version.isSupported() && version.era() == Era.LEGACY);
    }

    private static List<ProtocolVersion> offered(McpError error) {
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

    private static String versionFault(McpError error) {
        return "a modern server refused to be discovered: " + error.message()
                + (error.data() == null ? "" : " " + error.data());
    }

    private Call discoverCall(Deadline deadline) {
        ObjectNode params = Json.object();
        params.set(Meta.FIELD, modernMeta(options));
        return new Call(
                ids.incrementAndGet(),
                Methods.DISCOVER,
                params,
                ProtocolVersion.V2026_07_28,
                Map.of(),
                deadline,
                null,
                null);
    }

    static ObjectNode modernMeta(ClientOptions options) {
        ObjectNode meta = Json.object().put(Meta.PROTOCOL_VERSION, ProtocolVersion.V2026_07_28.text());
        meta.set(Meta.CLIENT_INFO, options.client().json());
        meta.set(Meta.CLIENT_CAPABILITIES, options.capabilities());
        return meta;
    }

    /** Opens a legacy session, or says why there is none. */
    Greeting initialize(Transport transport, Deadline deadline) throws OpenFailed, InterruptedException {
        ObjectNode params = Json.object().put("protocolVersion", ProtocolVersion.LATEST_LEGACY.text());
        params.set("capabilities", options.capabilities());
        params.set("clientInfo", options.client().json());
        Reply reply = transport.exchange(
                new Call(ids.incrementAndGet(), Methods.INITIALIZE, params, null, Map.of(), deadline, null, null));
        Greeting greeting = switch (reply) {
            case Reply.Result(var result) -> welcomed(result);
            case Reply.Fault(var error) ->
                throw new OpenFailed(new Failure.Malformed("the server refused to be initialised: " + error.message()));
            case Reply.Failed(var failure) -> throw new OpenFailed(failure);
        };
        transport.send(new Message.Notification(Methods.INITIALIZED, null));
        if (!options.handlers().isEmpty()) {
            // Many servers ask by the stream that belongs to no call, even in the middle of one.
            transport.listen();
        }
        return greeting;
    }

    private static Greeting welcomed(ObjectNode result) throws OpenFailed {
        String text = Json.stringAt(result, "protocolVersion");
        ProtocolVersion version = new ProtocolVersion(text == null ? "" : text);
        if (!version.isSupported() || version.era() != Era.LEGACY) {
            throw new OpenFailed(new Failure.Malformed("the server answered initialize with version \"" + version
                    + "\", which this client does not speak"));
        }
        return Greeting.fromInitialize(version, result);
    }
}
