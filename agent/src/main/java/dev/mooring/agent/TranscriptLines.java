package dev.mooring.agent;

import dev.mooring.agent.model.Media;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.ToolOutput;
import dev.mooring.agent.model.ToolRequest;
import dev.mooring.agent.model.Usage;
import dev.mooring.mcp.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The lines of a transcript file: one JSON object each, with its type in {@code type}. */
final class TranscriptLines {
    static final int VERSION = 1;

    static final String FIRST = "transcript";
    static final String RUN = "run";
    static final String USER = "user";
    static final String NOTE = "note";
    static final String TURN = "turn";
    static final String RESULT = "result";
    static final String END = "end";

    private TranscriptLines() {}

    /** Thrown if a line does not have the format of this version. */
    static final class InvalidLine extends Exception {
        private static final long serialVersionUID = 1;

        InvalidLine(String message) {
            super(message);
        }
    }

    /** The session that a call uses. */
    record SessionUse(String server, Lifetime lifetime) {
        /** Returns whether the session belongs to the invocation alone. */
        boolean isOwn() {
            return lifetime == Lifetime.ANSWER;
        }
    }

    /** How long a session lasts at most. */
    enum Lifetime {
        /** One answer of an agent, because the session belongs to the invocation alone ({@code session: agent}). */
        ANSWER,
        RUN,
        PROCESS
    }

    /**
     * The result of a call.
     *
     * @param lost the server whose session was lost, if the result reports that; otherwise null
     */
    record Result(
            int turn, int call, ToolOutput result, @Nullable String lost) {}

    static ObjectNode first(ObjectNode about) {
        return Json.object().put("type", FIRST).put("version", VERSION).set("about", about);
    }

    static ObjectNode run(String id) {
        return Json.object().put("type", RUN).put("run", id);
    }

    /** Returns the line of a user message, or of a note by Mooring, which the model receives as a user message. */
    static ObjectNode message(String type, String conversation, String text) {
        return Json.object().put("type", type).put("conversation", conversation).put("text", text);
    }

    static ObjectNode end(String outcome) {
        return Json.object().put("type", END).put("outcome", outcome);
    }

    /** @param uses the session that each call is going to use; null for a call that uses none */
    static ObjectNode turn(String conversation, int number, ModelTurn turn, List<@Nullable SessionUse> uses) {
        ObjectNode line = Json.object()
                .put("type", TURN)
                .put("conversation", conversation)
                .put("turn", number)
                .put("text", turn.text())
                .put("stop", turn.stopReason().name())
                .put("tokensIn", turn.usage().inputTokens())
                .put("tokensOut", turn.usage().outputTokens())
                .put("tokensCached", turn.usage().cachedTokens())
                .put("state", turn.providerState());
        ArrayNode calls = line.putArray("calls");
        for (int i = 0; i < turn.calls().size(); i++) {
            ToolRequest request = turn.calls().get(i);
            ObjectNode call = calls.addObject()
                    .put("id", request.id())
                    .put("tool", request.tool())
                    .put("arguments", request.arguments());
            SessionUse use = uses.get(i);
            if (use != null) {
                call.put("server", use.server()).put("own", use.isOwn());
            }
        }
        return line;
    }

    static ModelTurn turn(JsonNode line) throws InvalidLine {
        List<ToolRequest> calls = new ArrayList<>();
        for (JsonNode call : line.path("calls")) {
            calls.add(new ToolRequest(text(call, "id"), text(call, "tool"), text(call, "arguments")));
        }
        return new ModelTurn(
                text(line, "text"),
                calls,
                new Usage(
                        line.path("tokensIn").asLong(0),
                        line.path("tokensOut").asLong(0),
                        line.path("tokensCached").asLong(0)),
                constant(ModelTurn.StopReason.class, text(line, "stop")),
                Json.stringAt(line, "state"));
    }

    static List<SessionUse> uses(JsonNode line) {
        List<SessionUse> uses = new ArrayList<>();
        for (JsonNode call : line.path("calls")) {
            String server = Json.stringAt(call, "server");
            if (server != null) {
                uses.add(new SessionUse(server, call.path("own").asBoolean(false) ? Lifetime.ANSWER : Lifetime.RUN));
            }
        }
        return uses;
    }

    static ObjectNode result(String conversation, Result result) {
        ObjectNode line = Json.object()
                .put("type", RESULT)
                .put("conversation", conversation)
                .put("turn", result.turn())
                .put("call", result.call())
                .put("text", result.result().text())
                .put("error", result.result().isError());
        if (result.lost() != null) {
            line.put("lost", result.lost());
        }
        if (!result.result().media().isEmpty()) {
            ArrayNode media = line.putArray("media");
            for (ToolOutput.Attachment attachment : result.result().media()) {
                media.addObject()
                        .put("media", attachment.media().name())
                        .put("mimeType", attachment.mimeType())
                        .put("data", attachment.base64());
            }
        }
        return line;
    }

    static Result result(JsonNode line) throws InvalidLine {
        List<ToolOutput.Attachment> media = new ArrayList<>();
        for (JsonNode each : line.path("media")) {
            media.add(new ToolOutput.Attachment(
                    constant(Media.class, text(each, "media")), text(each, "mimeType"), text(each, "data")));
        }
        return new Result(
                line.path("turn").asInt(0),
                line.path("call").asInt(0),
                new ToolOutput(text(line, "text"), media, line.path("error").asBoolean(false)),
                Json.stringAt(line, "lost"));
    }

    static String text(JsonNode line, String field) throws InvalidLine {
        String text = Json.stringAt(line, field);
        if (text == null) {
            throw new InvalidLine("\"" + field + "\" is missing");
        }
        return text;
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String name) throws InvalidLine {
        try {
            return Enum.valueOf(type, name);
        } catch (IllegalArgumentException e) {
            throw new InvalidLine("unknown value " + name);
        }
    }
}
