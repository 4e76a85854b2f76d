package dev.mooring.gateway.cluster;

import dev.mooring.gateway.cluster.ForwardOutcome.Accepted;
import dev.mooring.handle.cluster.ReplicaId;
import dev.mooring.handle.cluster.protocol.NotSentReason;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON that replicas exchange. Each event of a call is one line, an object with one of these fields. */
final class ReplicaJson {
    /** The field of a call that needs no offer. */
    static final String PERMIT = "permit";

    static final String ACCEPTED = "accepted";
    static final String REFUSED = "refused";
    static final String NOTIFICATION = "notification";
    static final String INPUT = "input";
    static final String INPUT_NUMBER = "number";
    static final String RESULT = "result";
    static final String ERROR = "error";
    static final String NOT_SENT = "notSent";
    static final String IN_DOUBT = "inDoubt";

    /** An empty line of the owner says only that the call is still running. */
    static final ObjectNode ALIVE = Json.object();

    private ReplicaJson() {}

    static ObjectNode of(String field, JsonNode value) {
        ObjectNode line = Json.object();
        line.set(field, value);
        return line;
    }

    static ObjectNode of(Accepted outcome) {
        return switch (outcome) {
            case ForwardOutcome.Answered(ObjectNode result) -> of(RESULT, result);
            case ForwardOutcome.Failed(McpError error) -> of(ERROR, of(error));
            case ForwardOutcome.NotSent(NotSentReason notSentReason) -> of(NOT_SENT, of(notSentReason));
            case ForwardOutcome.InDoubt(String reason) -> Json.object().put(IN_DOUBT, reason);
        };
    }

    /** Returns the outcome in a line, or null if the line has none. */
    static @Nullable Accepted outcome(ObjectNode line) {
        ObjectNode result = Json.objectAt(line, RESULT);
        if (result != null) {
            return new ForwardOutcome.Answered(result);
        }
        ObjectNode error = Json.objectAt(line, ERROR);
        if (error != null) {
            return new ForwardOutcome.Failed(error(error));
        }
        ObjectNode notSent = Json.objectAt(line, NOT_SENT);
        if (notSent != null) {
            return new ForwardOutcome.NotSent(notSentReason(notSent));
        }
        String doubt = Json.stringAt(line, IN_DOUBT);
        return doubt == null ? null : new ForwardOutcome.InDoubt(doubt);
    }

    static ObjectNode of(McpError error) {
        ObjectNode json = Json.object().put("code", error.code()).put("message", error.message());
        if (error.data() != null) {
            json.set("data", error.data());
        }
        return json;
    }

    static McpError error(ObjectNode json) {
        return new McpError(
                json.path("code").asInt(McpError.INTERNAL_ERROR),
                Objects.requireNonNullElse(Json.stringAt(json, "message"), ""),
                json.get("data"));
    }

    static ObjectNode of(NotSentReason notSentReason) {
        return switch (notSentReason) {
            case NotSentReason.TryAgain(NotSentReason.Reason reason) ->
                Json.object().put("tryAgain", reason.name());
            case NotSentReason.Lost(Instant at, ReplicaId replica) ->
                Json.object().put("lostAt", at.toEpochMilli()).put("replica", replica.number());
            case NotSentReason.Unknown _ -> Json.object().put("unknown", true);
            case NotSentReason.NotHeld _ -> Json.object().put("notHeld", true);
        };
    }

    /** A reason of a newer version that this version does not know leads to "try again". */
    static NotSentReason notSentReason(ObjectNode json) {
        if (json.has("lostAt")) {
            return new NotSentReason.Lost(
                    Instant.ofEpochMilli(json.path("lostAt").asLong(0)),
                    new ReplicaId(json.path("replica").asLong(0)));
        }
        if (json.has("unknown")) {
            return new NotSentReason.Unknown();
        }
        if (json.has("notHeld")) {
            return new NotSentReason.NotHeld();
        }
        String reason = Json.stringAt(json, "tryAgain");
        for (NotSentReason.Reason each : NotSentReason.Reason.values()) {
            if (each.name().equals(reason)) {
                return new NotSentReason.TryAgain(each);
            }
        }
        return new NotSentReason.TryAgain(NotSentReason.Reason.OWNER_UNREACHABLE);
    }
}
