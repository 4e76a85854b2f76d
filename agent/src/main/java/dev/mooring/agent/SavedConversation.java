package dev.mooring.agent;

import dev.mooring.agent.TranscriptLines.InvalidLine;
import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.ToolAnswer;
import dev.mooring.agent.model.ToolOutput;
import dev.mooring.agent.model.ToolRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One conversation, as read from a transcript file. The results of the last turn's calls may be incomplete. */
final class SavedConversation {
    private final List<ChatEntry> entries = new ArrayList<>();
    private final Map<String, SavedMessages.LastUse> ownUses = new HashMap<>();

    /** When a result reported the loss of a session, by server. */
    private final Map<String, Integer> reportedLosses = new HashMap<>();

    /** The number of the run in which the conversation began, or was last told of losses. */
    private int informedRun;

    /** The position of the last note about losses. */
    private int informedAt;

    private int turnNumber;
    private @Nullable ToolOutput @Nullable [] openCalls;

    SavedConversation(int run) {
        informedRun = run;
    }

    void addMessage(String text) throws InvalidLine {
        closeCalls();
        entries.add(new ChatEntry.UserMessage(text));
    }

    void addNote(String text, int run, int position) throws InvalidLine {
        addMessage(text);
        informedRun = run;
        informedAt = position;
    }

    void add(ModelTurn turn, int number) throws InvalidLine {
        closeCalls();
        entries.add(new ChatEntry.ModelMessage(turn));
        turnNumber = number;
        openCalls = turn.calls().isEmpty() ? null : new ToolOutput[turn.calls().size()];
    }

    void add(TranscriptLines.Result result, int position) throws InvalidLine {
        if (openCalls == null || result.turn() != turnNumber || result.call() >= openCalls.length) {
            throw new InvalidLine("a result of a call that does not exist");
        }
        openCalls[result.call()] = result.result();
        if (result.lost() != null) {
            reportedLosses.put(result.lost(), position);
        }
    }

    private void closeCalls() throws InvalidLine {
        @Nullable ToolOutput[] results = openCalls;
        if (results == null || !(entries.getLast() instanceof ChatEntry.ModelMessage(ModelTurn turn))) {
            return;
        }
        List<ToolAnswer> answers = new ArrayList<>();
        for (int i = 0; i < results.length; i++) {
            ToolRequest request = turn.calls().get(i);
            ToolOutput result = results[i];
            if (result == null) {
                throw new InvalidLine("the result of call " + request.id() + " is missing");
            }
            answers.add(new ToolAnswer(request.id(), request.tool(), result));
        }
        openCalls = null;
        entries.add(new ChatEntry.ToolMessage(answers));
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    List<ChatEntry> entries() {
        return entries;
    }

    int turnNumber() {
        return turnNumber;
    }

    /** Returns the results of the last turn's calls, with null for each call in flight; null as a whole if it has no calls. */
    @Nullable
    ToolOutput @Nullable [] openCalls() {
        return openCalls == null ? null : openCalls.clone();
    }

    /** Returns the last uses of sessions that belong to the invocation alone, by server. */
    Map<String, SavedMessages.LastUse> ownUses() {
        return ownUses;
    }

    /** Returns whether the conversation has not been told that the session of this use is lost. */
    boolean isUnawareOfLoss(String server, SavedMessages.LastUse use) {
        return use.run() >= informedRun && use.position() > reportedLosses.getOrDefault(server, 0);
    }

    /** Returns whether the conversation has not been told of the loss of its own session, which ended with the invocation. */
    boolean isUnawareOfOwnLoss(String server, SavedMessages.LastUse use) {
        return use.position() > Math.max(informedAt, reportedLosses.getOrDefault(server, 0));
    }
}
