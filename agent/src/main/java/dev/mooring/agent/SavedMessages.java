package dev.mooring.agent;

import dev.mooring.agent.TranscriptLines.InvalidLine;
import dev.mooring.mcp.Json;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The content of a transcript file when it was opened: the messages of each conversation, and the sessions that they used.
 *
 * <p>A conversation must be told of the loss of a session if an earlier run used the session after the conversation was last told of
 * losses. All conversations of a run share its sessions, so the use by any of them counts.
 */
final class SavedMessages {
    /** The conversation of the agent itself. A sub-agent's conversation is named after the call that invokes it. */
    static final String ROOT = "root";

    private final Map<String, SavedConversation> conversations = new HashMap<>();

    /** The last use of a session that the whole run shares, by server. */
    private final Map<String, LastUse> uses = new HashMap<>();

    private ObjectNode about = Json.object();
    private boolean isComplete;
    private String run = "";

    /** The number of runs so far. */
    private int runs;

    /** The number of lines so far. */
    private int position;

    /** A use of a session. */
    record LastUse(int run, int position) {}

    synchronized void add(JsonNode line) throws InvalidLine {
        position++;
        String type = TranscriptLines.text(line, "type");
        if (position == 1) {
            if (!type.equals(TranscriptLines.FIRST)) {
                throw new InvalidLine("the file does not start like a transcript");
            }
            if (line.path("version").asInt(0) != TranscriptLines.VERSION) {
                throw new InvalidLine("another version of Mooring wrote the file (format "
                        + line.path("version").asInt(0) + ", expected " + TranscriptLines.VERSION + ")");
            }
            ObjectNode given = Json.objectAt(line, "about");
            about = given == null ? about : given;
            return;
        }
        switch (type) {
            case TranscriptLines.RUN -> beginRun(TranscriptLines.text(line, "run"));
            case TranscriptLines.END -> isComplete = true;
            case TranscriptLines.USER -> of(line).addMessage(TranscriptLines.text(line, "text"));
            case TranscriptLines.NOTE -> of(line).addNote(TranscriptLines.text(line, "text"), runs, position);
            case TranscriptLines.RESULT -> of(line).add(TranscriptLines.result(line), position);
            case TranscriptLines.TURN -> addTurn(line);
            default -> throw new InvalidLine("unknown type " + type);
        }
    }

    private void addTurn(JsonNode line) throws InvalidLine {
        SavedConversation conversation = of(line);
        conversation.add(TranscriptLines.turn(line), line.path("turn").asInt(0));
        for (TranscriptLines.SessionUse use : TranscriptLines.uses(line)) {
            (use.isOwn() ? conversation.ownUses() : uses).put(use.server(), new LastUse(runs, position));
        }
    }

    private SavedConversation of(JsonNode line) throws InvalidLine {
        return conversations.computeIfAbsent(
                TranscriptLines.text(line, "conversation"), _ -> new SavedConversation(runs));
    }

    /** Returns false if the run is the one that wrote the last lines. */
    synchronized boolean beginRun(String id) {
        boolean isNew = !run.equals(id);
        if (isNew) {
            run = id;
            runs++;
        }
        return isNew;
    }

    synchronized void begin(ObjectNode given) {
        about = given;
    }

    synchronized ObjectNode about() {
        return about;
    }

    synchronized boolean isComplete() {
        return isComplete;
    }

    /** Returns a conversation, which has no messages if the file had none. */
    synchronized SavedConversation conversation(String id) {
        SavedConversation known = conversations.get(id);
        return known == null ? new SavedConversation(0) : known;
    }

    /** Returns the servers whose sessions are lost, and of which the conversation has not been told. */
    synchronized Set<String> lostSessions(String id) {
        SavedConversation conversation = conversation(id);
        Set<String> lost = new TreeSet<>();
        uses.forEach((server, use) -> {
            if (use.run() < runs && conversation.isUnawareOfLoss(server, use)) {
                lost.add(server);
            }
        });
        conversation.ownUses().forEach((server, use) -> {
            if (conversation.isUnawareOfOwnLoss(server, use)) {
                lost.add(server);
            }
        });
        return lost;
    }
}
