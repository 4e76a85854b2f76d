package dev.mooring.app.record;

import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.ModelRequest;
import dev.mooring.agent.model.ToolAnswer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The input of each model turn, as fields of the turn's line: the instructions if they have changed, and the messages since
 * the model's last turn. A tool result that the record already has is a reference to its call. Thread-safe.
 */
final class TurnInputs {
    static final String INSTRUCTIONS = "instructions";
    static final String EARLIER = "earlier";
    static final String MESSAGES = "messages";

    private final UnaryOperator<String> truncation;
    private final Map<String, Scope> scopes = new ConcurrentHashMap<>();

    /** @param truncation shortens texts that are too long for a record */
    TurnInputs(UnaryOperator<String> truncation) {
        this.truncation = truncation;
    }

    /** One invocation. Used by the threads of its calls, and then by the thread of its next turn. */
    private static final class Scope {
        private final Map<String, String> callsByResult = new ConcurrentHashMap<>();
        private volatile @Nullable String instructions;
    }

    /** Remembers the result of a call until the next turn of the invocation. */
    void returned(String scope, String call, String result) {
        of(scope).callsByResult.put(result, call);
    }

    /** Adds the input of a turn to the turn's line. */
    void describe(String scope, ModelRequest request, ObjectNode line) {
        Scope known = of(scope);
        if (!request.instructions().equals(known.instructions)) {
            known.instructions = request.instructions();
            line.put(INSTRUCTIONS, truncation.apply(request.instructions()));
        }
        List<ChatEntry> conversation = request.conversation();
        int first = conversation.size();
        while (first > 0 && !(conversation.get(first - 1) instanceof ChatEntry.ModelMessage)) {
            first--;
        }
        line.put(EARLIER, first);
        ArrayNode messages = line.putArray(MESSAGES);
        for (ChatEntry entry : conversation.subList(first, conversation.size())) {
            switch (entry) {
                case ChatEntry.UserMessage(String text) ->
                    messages.addObject().put("role", "user").put("text", truncation.apply(text));
                case ChatEntry.ToolMessage(List<ToolAnswer> answers) ->
                    answers.forEach(answer -> add(messages.addObject().put("role", "tool"), answer, known));
                case ChatEntry.ModelMessage _ -> throw new IllegalStateException("The loop above stops at it");
            }
        }
        known.callsByResult.clear();
    }

    private void add(ObjectNode message, ToolAnswer answer, Scope scope) {
        String text = answer.result().text();
        String call = scope.callsByResult.get(text);
        message.put("tool", answer.tool()).put("failed", answer.result().isError());
        if (call == null) {
            message.put("text", truncation.apply(text));
        } else {
            message.put("call", call);
        }
        if (!answer.result().media().isEmpty()) {
            message.put("attachments", answer.result().media().size());
        }
    }

    /** Forgets an invocation that has ended. */
    void ended(String scope) {
        scopes.remove(scope);
    }

    private Scope of(String scope) {
        return scopes.computeIfAbsent(scope, _ -> new Scope());
    }
}
