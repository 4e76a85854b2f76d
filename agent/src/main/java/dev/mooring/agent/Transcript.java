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
 * What was said and done, in a form that any model can go on from at any time: each call has a result, also where the work was broken off.
 * The words of a turn and the results of its calls come in from other threads; everything else is for the thread of the conversation.
 */
final class Transcript {
    private static final ToolResult BROKEN_OFF =
            ToolResult.error("This call was broken off. It may or may not have happened.");

    private final List<ChatEntry> entries = new ArrayList<>();

    /** What the model said so far in a turn that is not over. */
    private final StringBuilder words = new StringBuilder();

    /** The results of the last turn's calls; null for those that are under way. Null as a whole if no call is. */
    private @Nullable ToolResult @Nullable [] underWay;

    /** Which turn of the model's that is. */
    private int turns;

    private int beginning;

    /** Somebody says something, and an answer begins. */
    synchronized void begin(String said) {
        beginning = entries.size();
        entries.add(new ChatEntry.UserMessage(said));
    }

    synchronized void add(ChatEntry.UserMessage said) {
        entries.add(said);
    }

    synchronized void heard(String more) {
        words.append(more);
    }

    /** The words heard since the last turn are void: the turn is taken again. */
    synchronized void forgetWords() {
        words.setLength(0);
    }

    /** Returns the number of the turn, by which the results of its calls are added. */
    synchronized int add(ModelTurn turn) {
        words.setLength(0);
        entries.add(new ChatEntry.ModelMessage(turn));
        underWay = turn.calls().isEmpty() ? null : new ToolResult[turn.calls().size()];
        return ++turns;
    }

    /** A call has its result, which comes too late if nobody waits for that turn's calls any more. */
    synchronized void add(int turn, int call, ToolResult result) {
        if (underWay != null && turn == turns) {
            underWay[call] = result;
        }
    }

    /** All calls of the last turn are over, or nobody waits for them any more. */
    synchronized void closeCalls() {
        if (underWay == null || !(entries.getLast() instanceof ChatEntry.ModelMessage(ModelTurn turn))) {
            return;
        }
        List<ToolAnswer> answers = new ArrayList<>();
        for (int i = 0; i < underWay.length; i++) {
            ToolRequest asked = turn.calls().get(i);
            ToolResult result = underWay[i];
            answers.add(new ToolAnswer(asked.id(), asked.tool(), result == null ? BROKEN_OFF : result));
        }
        underWay = null;
        entries.add(new ChatEntry.ToolMessage(answers));
    }

    /** The work was broken off here: what there is of it is kept. */
    synchronized void breakOff() {
        closeCalls();
        if (!words.isEmpty()) {
            entries.add(new ChatEntry.ModelMessage(ModelTurn.answer(words.toString(), Usage.NONE)));
            words.setLength(0);
        }
    }

    synchronized List<ChatEntry> entries() {
        return List.copyOf(entries);
    }

    /** What the model said last since the beginning of this answer; may be empty. */
    synchronized String lastWords() {
        if (!words.isEmpty()) {
            return words.toString();
        }
        for (int i = entries.size() - 1; i >= beginning; i--) {
            if (entries.get(i) instanceof ChatEntry.ModelMessage(ModelTurn turn)
                    && !turn.text().isBlank()) {
                return turn.text();
            }
        }
        return "";
    }
}
