package dev.mooring.agent;

import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.ToolAnswer;
import dev.mooring.agent.model.ToolRequest;
import dev.mooring.agent.model.ToolResult;
import dev.mooring.agent.model.Usage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a conversation. At the end of each answer it is valid input for any model: each tool call has a result, even if the
 * answer was aborted. Text and tool results arrive on other threads; only the thread of the conversation calls the other methods.
 */
final class Transcript {
    private static final ToolResult ABORTED =
            ToolResult.error("This call was aborted. It may or may not have had an effect.");

    private final List<ChatEntry> entries = new ArrayList<>();

    /** The text so far of the turn in progress. */
    private final StringBuilder partialText = new StringBuilder();

    /** The results of the last turn's calls, with null for each call in flight; null as a whole if there are no open calls. */
    private @Nullable ToolResult @Nullable [] openCalls;

    /** The number of the last model turn. */
    private int turnNumber;

    /** The index of the user message that the current answer belongs to. */
    private int answerStart;

    /** Adds a user message and begins the answer to it. */
    synchronized void begin(String message) {
        answerStart = entries.size();
        entries.add(new ChatEntry.UserMessage(message));
    }

    synchronized void add(ChatEntry.UserMessage message) {
        entries.add(message);
    }

    synchronized void appendText(String text) {
        partialText.append(text);
    }

    /** Discards the text of a failed attempt, before a retry. */
    synchronized void discardPartialText() {
        partialText.setLength(0);
    }

    /** Adds a model turn, and returns its number for {@link #add(int, int, ToolResult)}. */
    synchronized int add(ModelTurn turn) {
        partialText.setLength(0);
        entries.add(new ChatEntry.ModelMessage(turn));
        openCalls = turn.calls().isEmpty() ? null : new ToolResult[turn.calls().size()];
        return ++turnNumber;
    }

    /** Adds the result of a call. Ignores a late result, whose turn was aborted. */
    synchronized void add(int turn, int call, ToolResult result) {
        if (openCalls != null && turn == turnNumber) {
            openCalls[call] = result;
        }
    }

    /** Ends the calls of the last turn. Calls without a result count as aborted. */
    synchronized void closeCalls() {
        if (openCalls == null || !(entries.getLast() instanceof ChatEntry.ModelMessage(ModelTurn turn))) {
            return;
        }
        List<ToolAnswer> answers = new ArrayList<>();
        for (int i = 0; i < openCalls.length; i++) {
            ToolRequest request = turn.calls().get(i);
            ToolResult result = openCalls[i];
            answers.add(new ToolAnswer(request.id(), request.tool(), result == null ? ABORTED : result));
        }
        openCalls = null;
        entries.add(new ChatEntry.ToolMessage(answers));
    }

    /** Ends an aborted answer, and keeps its text and results so far. */
    synchronized void abort() {
        closeCalls();
        if (!partialText.isEmpty()) {
            entries.add(new ChatEntry.ModelMessage(ModelTurn.answer(partialText.toString(), Usage.NONE)));
            partialText.setLength(0);
        }
    }

    synchronized List<ChatEntry> entries() {
        return List.copyOf(entries);
    }

    /** Returns the last text of the model in the current answer; may be empty. */
    synchronized String lastText() {
        if (!partialText.isEmpty()) {
            return partialText.toString();
        }
        for (int i = entries.size() - 1; i >= answerStart; i--) {
            if (entries.get(i) instanceof ChatEntry.ModelMessage(ModelTurn turn)
                    && !turn.text().isBlank()) {
                return turn.text();
            }
        }
        return "";
    }
}
