package dev.mooring.app.record;

import dev.mooring.app.record.RecordedRun.RecordedCall;
import dev.mooring.app.record.RecordedRun.RecordedInput;
import dev.mooring.app.record.RecordedRun.RecordedInvocation;
import dev.mooring.app.record.RecordedRun.RecordedSession;
import dev.mooring.app.record.RecordedRun.RecordedTurn;
import dev.mooring.mcp.Json;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A recorded run as JSON, for {@code mooring runs show --json} and the page with the timeline. */
public final class RunJson {
    private RunJson() {}

    /** Returns everything that the record has. */
    public static ObjectNode of(RecordedRun run) {
        ObjectNode json = Json.object()
                .put("id", run.id())
                .put("agent", run.agent())
                .put("mooring", run.mooring())
                .put("trace", run.trace())
                .put("started", run.started().toString())
                .put("outcome", run.outcome())
                .put("reason", run.reason())
                .put("end", run.end());
        ArrayNode invocations = json.putArray("invocations");
        run.invocations().forEach(each -> invocations.add(invocation(each)));
        ArrayNode calls = json.putArray("calls");
        run.calls().forEach(each -> calls.add(call(each)));
        ArrayNode sessions = json.putArray("sessions");
        run.sessions().forEach(each -> sessions.add(session(each)));
        return json;
    }

    private static ObjectNode invocation(RecordedInvocation invocation) {
        ObjectNode json = Json.object()
                .put("scope", invocation.scope())
                .put("parent", invocation.parent())
                .put("call", invocation.call())
                .put("agent", invocation.agent())
                .put("model", invocation.model())
                .put("begin", invocation.begin())
                .put("end", invocation.end())
                .put("outcome", invocation.outcome())
                .put("input", invocation.input())
                .put("output", invocation.output());
        ArrayNode turns = json.putArray("turns");
        invocation.turns().forEach(turn -> turns.add(turn(turn)));
        ArrayNode notes = json.putArray("notes");
        invocation
                .notes()
                .forEach(note -> notes.addObject().put("at", note.at()).put("text", note.text()));
        return json;
    }

    private static ObjectNode turn(RecordedTurn turn) {
        ObjectNode json = Json.object()
                .put("round", turn.round())
                .put("begin", turn.begin())
                .put("end", turn.end())
                .put("text", turn.text())
                .put("tokensIn", turn.tokensIn())
                .put("tokensOut", turn.tokensOut());
        RecordedInput input = turn.input();
        if (input != null) {
            json.put(TurnInputs.INSTRUCTIONS, input.instructions()).put(TurnInputs.EARLIER, input.earlier());
            ArrayNode messages = json.putArray(TurnInputs.MESSAGES);
            input.messages()
                    .forEach(message -> messages.addObject()
                            .put("role", message.role())
                            .put("tool", message.tool())
                            .put("failed", message.failed())
                            .put("call", message.call())
                            .put("text", message.text())
                            .put("attachments", message.attachments()));
        }
        return json;
    }

    private static ObjectNode call(RecordedCall call) {
        ObjectNode json = Json.object()
                .put("id", call.id())
                .put("scope", call.scope())
                .put("round", call.round())
                .put("kind", call.kind())
                .put("label", call.label())
                .put("server", call.server())
                .put("tool", call.tool())
                .put("begin", call.begin())
                .put("end", call.end())
                .put("failed", call.failed())
                .put("session", call.session())
                .put("opened", call.opened())
                .put("span", call.span())
                .put("result", call.result());
        json.set("arguments", call.arguments());
        return json;
    }

    private static ObjectNode session(RecordedSession session) {
        return Json.object()
                .put("id", session.id())
                .put("server", session.server())
                .put("owner", session.owner())
                .put("era", session.era())
                .put("begin", session.begin())
                .put("opened", session.opened())
                .put("end", session.end())
                .put("state", session.state())
                .put("reason", session.reason());
    }
}
