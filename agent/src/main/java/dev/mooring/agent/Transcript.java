package dev.mooring.agent;

import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.ToolAnswer;
import dev.mooring.agent.model.ToolOutput;
import dev.mooring.agent.model.ToolRequest;
import dev.mooring.agent.model.Usage;
import dev.mooring.run.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a conversation. At the end of each answer it is valid input for any model: each tool call has a result, even if the
 * answer was aborted. Text and tool results arrive on other threads; only the thread of the conversation calls the other methods.
 *
 * <p>A log saves the messages in a file. The messages that an abort adds are saved only when the conversation continues. Otherwise another
 * process can resume the aborted turn.
 */
final class Transcript {
    /** The result of a call that was in flight when an earlier process ended. */
    static final ToolOutput INTERRUPTED = ToolOutput.error(
            "The run was interrupted during this call, and has been resumed. The call may or may not have happened:"
                    + " check first what has been done.");

    private static final ToolOutput ABORTED =
            ToolOutput.error("This call was aborted. It may or may not have happened.");

    private final Object identity = new Object();
    private final List<ChatEntry> entries = new ArrayList<>();
    private final @Nullable ConversationLog log;

    /** Changes that {@link #log} does not have yet; see the class comment. */
    private final List<Consumer<ConversationLog>> unsaved = new ArrayList<>();

    /** The run of the last answer; null before the first one. */
    private @Nullable RunId run;

    /** The servers of sessions that end with the answer, of whose end the model has not been told. */
    private final Set<String> sessionsOfAnswer = new TreeSet<>();

    /** The servers of sessions that end with the run, of whose end the model has not been told. */
    private final Set<String> sessionsOfRun = new TreeSet<>();

    /** Whether the model has to be told of sessions that were lost before this process. */
    private boolean mayHaveLostSessions;

    /** Whether the messages are those of an earlier process, and its last answer is not complete. */
    private boolean isContinued;

    /** The text so far of the turn in progress. */
    private final StringBuilder partialText = new StringBuilder();

    /** The results of the last turn's calls, with null for each call in flight; null as a whole if there are no open calls. */
    private @Nullable ToolOutput @Nullable [] openCalls;

    /** The number of the last model turn. */
    private int turnNumber;

    /** The index of the user message that the current answer belongs to. */
    private int answerStart;

    /** Creates a transcript that is not saved. */
    Transcript() {
        log = null;
    }

    private Transcript(ConversationLog log, boolean isOfResumedTurn) {
        this.log = log;
        SavedConversation saved = log.saved();
        entries.addAll(saved.entries());
        openCalls = saved.openCalls();
        turnNumber = saved.turnNumber();
        isContinued = !saved.isEmpty();
        mayHaveLostSessions = isContinued || isOfResumedTurn;
    }

    /** Returns the transcript of an agent in a file, with the messages of earlier processes; unsaved if the file is null. */
    static Transcript in(@Nullable TranscriptFile file) {
        return file == null ? new Transcript() : new Transcript(file.root(), false);
    }

    /** Returns the transcript of the sub-agent that a call invokes. */
    synchronized Transcript child(int turn, int call) {
        return log == null ? new Transcript() : new Transcript(log.child(turn, call), isContinued);
    }

    /** Returns whether the messages are those of an earlier process, whose last answer is to be completed. */
    synchronized boolean isContinued() {
        return isContinued;
    }

    /** Leaves the last answer of an earlier process as it is: the next step is a user message. */
    synchronized void awaitMessage() {
        isContinued = false;
    }

    /** Adds a user message and begins the answer to it in a run. */
    synchronized void begin(String message, RunId current) {
        if (log != null) {
            unsaved.forEach(change -> change.accept(log));
            unsaved.clear();
        }
        if (openCalls != null) {
            closeCalls(INTERRUPTED, true);
        }
        reportLostSessions();
        reportEndedSessions(current);
        answerStart = entries.size();
        add(new ChatEntry.UserMessage(message));
    }

    synchronized void add(ChatEntry.UserMessage message) {
        entries.add(message);
        if (log != null) {
            log.message(message.text());
        }
    }

    /** Tells the model which sessions were lost before this process. Does nothing the second time. */
    synchronized void reportLostSessions() {
        isContinued = false;
        if (log == null || !mayHaveLostSessions) {
            return;
        }
        mayHaveLostSessions = false;
        Set<String> servers = log.lostSessions();
        if (!servers.isEmpty()) {
            addNote("The run was interrupted and has been resumed. "
                    + servers.stream()
                            .map(server -> "The session with " + server + " was lost.")
                            .collect(Collectors.joining(" ")));
        }
    }

    /** Tells the model which sessions have ended in this process since its last answer. */
    private void reportEndedSessions(RunId current) {
        Set<String> ended = new TreeSet<>(sessionsOfAnswer);
        sessionsOfAnswer.clear();
        if (!current.equals(run)) {
            ended.addAll(sessionsOfRun);
            sessionsOfRun.clear();
        }
        run = current;
        if (!ended.isEmpty()) {
            addNote(ended.stream()
                    .map(server -> "The session with " + server + " has ended since your last answer.")
                    .collect(Collectors.joining(" ")));
        }
    }

    /** Adds a note about sessions that have ended. */
    private void addNote(String ended) {
        String note = ended
                + " What a server kept for such a session is gone, unless a handle that a tool returned, such as a session_id, still"
                + " refers to it: pass it again. Without a handle, the next call starts a new session.";
        entries.add(new ChatEntry.UserMessage(note));
        if (log != null) {
            log.note(note);
        }
    }

    synchronized void appendText(String text) {
        partialText.append(text);
    }

    /** Discards the text of a failed attempt, before a retry. */
    synchronized void discardPartialText() {
        partialText.setLength(0);
    }

    /**
     * Adds a model turn, and returns its number for {@link #add(int, int, ToolOutput, String)}.
     *
     * @param uses the session that each call relies on; null for a call that relies on none
     */
    synchronized int add(ModelTurn turn, List<TranscriptLines.@Nullable SessionUse> uses) {
        partialText.setLength(0);
        entries.add(new ChatEntry.ModelMessage(turn));
        openCalls = turn.calls().isEmpty() ? null : new ToolOutput[turn.calls().size()];
        turnNumber++;
        for (TranscriptLines.SessionUse use : uses) {
            if (use != null) {
                switch (use.lifetime()) {
                    case ANSWER -> sessionsOfAnswer.add(use.server());
                    case RUN -> sessionsOfRun.add(use.server());
                    case PROCESS -> {
                        // No session ends while the conversation is in memory.
                    }
                }
            }
        }
        if (log != null) {
            log.turn(turnNumber, turn, uses);
        }
        return turnNumber;
    }

    /** Returns the last turn if its calls have no results yet, or if it has no calls; otherwise null. */
    synchronized @Nullable ModelTurn openTurn() {
        return entries.getLast() instanceof ChatEntry.ModelMessage(ModelTurn turn) ? turn : null;
    }

    synchronized int turnNumber() {
        return turnNumber;
    }

    /** Returns whether a call of the last turn has its result. */
    synchronized boolean hasResult(int call) {
        return openCalls != null && openCalls[call] != null;
    }

    /**
     * Adds the result of a call. Ignores a late result, whose turn was aborted.
     *
     * @param lost the server whose session was lost, if the result reports that; otherwise null
     */
    synchronized void add(int turn, int call, ToolOutput result, @Nullable String lost) {
        if (openCalls != null && turn == turnNumber) {
            openCalls[call] = result;
            if (log != null) {
                log.result(new TranscriptLines.Result(turn, call, result, lost));
            }
        }
    }

    /** Ends the calls of the last turn, which all have a result. */
    synchronized void closeCalls() {
        closeCalls(ABORTED, false);
        if (log != null) {
            log.sync();
        }
    }

    /** @param isSavedNow whether results for calls without one are saved now */
    private void closeCalls(ToolOutput missing, boolean isSavedNow) {
        if (openCalls == null || !(entries.getLast() instanceof ChatEntry.ModelMessage(ModelTurn turn))) {
            return;
        }
        List<ToolAnswer> answers = new ArrayList<>();
        for (int i = 0; i < openCalls.length; i++) {
            ToolRequest request = turn.calls().get(i);
            ToolOutput result = openCalls[i];
            if (result == null) {
                result = missing;
                TranscriptLines.Result late = new TranscriptLines.Result(turnNumber, i, result, null);
                if (log != null && isSavedNow) {
                    log.result(late);
                } else {
                    unsaved.add(to -> to.result(late));
                }
            }
            answers.add(new ToolAnswer(request.id(), request.tool(), result));
        }
        openCalls = null;
        entries.add(new ChatEntry.ToolMessage(answers));
    }

    /** Ends an aborted answer, and keeps its text and results so far. */
    synchronized void abort() {
        closeCalls(ABORTED, false);
        if (!partialText.isEmpty()) {
            ModelTurn partial = ModelTurn.answer(partialText.toString(), Usage.NONE);
            entries.add(new ChatEntry.ModelMessage(partial));
            int number = ++turnNumber;
            unsaved.add(to -> to.turn(number, partial, List.of()));
            partialText.setLength(0);
        }
    }

    /** Records that the agent has ended its work, so that there is nothing to resume. */
    synchronized void end(String outcome) {
        if (log != null) {
            log.end(outcome);
        }
    }

    /** Returns an object that identifies this conversation. It does not keep the messages reachable. */
    Object identity() {
        return identity;
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

    /** Returns the first user message; empty if the transcript has no user message. */
    synchronized String firstMessage() {
        return !entries.isEmpty() && entries.getFirst() instanceof ChatEntry.UserMessage(String text) ? text : "";
    }
}
