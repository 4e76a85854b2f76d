package dev.mooring.agent;

import dev.mooring.agent.TranscriptLines.Result;
import dev.mooring.agent.TranscriptLines.SessionUse;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.ToolRequest;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One conversation in a transcript file: that of the agent, or of one invocation of a sub-agent. Thread-safe. */
final class ConversationLog {
    private final TranscriptFile file;
    private final SavedMessages saved;
    private final String id;

    ConversationLog(TranscriptFile file, SavedMessages saved, String id) {
        this.file = file;
        this.saved = saved;
        this.id = id;
    }

    /** Returns the messages that the file had when it was opened. */
    SavedConversation saved() {
        return saved.conversation(id);
    }

    /** Returns the conversation of a sub-agent, by the call that invokes it. */
    ConversationLog child(int turn, int call) {
        return new ConversationLog(file, saved, id + "/" + turn + "." + call);
    }

    /** Returns the servers whose sessions are lost, and of which the model has not been told. */
    Set<String> lostSessions() {
        return saved.lostSessions(id);
    }

    void message(String text) {
        file.append(TranscriptLines.message(TranscriptLines.USER, id, text), true);
    }

    void note(String text) {
        file.append(TranscriptLines.message(TranscriptLines.NOTE, id, text), true);
    }

    /** Saves a turn. It is on disk when this method returns, so that its calls are never repeated. */
    void turn(int number, ModelTurn turn, List<@Nullable SessionUse> uses) {
        List<ToolRequest> calls = turn.calls().stream()
                .map(call -> new ToolRequest(call.id(), call.tool(), file.redacted(call.arguments())))
                .toList();
        ModelTurn redacted = new ModelTurn(turn.text(), calls, turn.usage(), turn.stopReason(), turn.providerState());
        file.append(TranscriptLines.turn(id, number, redacted, uses), true);
    }

    void result(Result result) {
        file.append(TranscriptLines.result(id, result), false);
    }

    /** Writes the results of a turn to disk. */
    void sync() {
        file.sync();
    }

    /** Records that the agent has ended its work, so that there is nothing to resume. */
    void end(String outcome) {
        file.append(TranscriptLines.end(outcome), true);
    }
}
