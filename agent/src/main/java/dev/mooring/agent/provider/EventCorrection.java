package dev.mooring.agent.provider;

import dev.mooring.mcp.Json;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Corrects the events of one stream for LangChain4j, which loses some refusals and throws an exception for a tool call without a name.
 * A refusal becomes text with the finish reason for filtered content.
 */
sealed interface EventCorrection {
    /** The name of a tool call without a name. No tool has it, so that the model receives an error result. */
    String UNNAMED_TOOL = "unnamed_tool";

    /** Returns whether the data may need a correction. Avoids parsing most events. */
    boolean mayApply(String data);

    /** Corrects an event in place. */
    void apply(ObjectNode event);

    /** Gives a tool call a name if it has none. */
    private static void requireName(ObjectNode call) {
        if (call.path("name").asString("").isBlank()) {
            call.put("name", UNNAMED_TOOL);
        }
    }

    /** Only the first event of a call has the name. A refusal is a field of its own, with an ordinary finish reason. */
    final class OpenAi implements EventCorrection {
        /** The id of the last call with an index; empty if the call has none. */
        private final Map<String, String> begun = new HashMap<>();

        private boolean isRefused;

        @Override
        public boolean mayApply(String data) {
            return isRefused || data.contains("\"refusal\"") || data.contains("\"tool_calls\"");
        }

        @Override
        public void apply(ObjectNode event) {
            for (JsonNode choice : event.path("choices")) {
                for (JsonNode call : choice.path("delta").path("tool_calls")) {
                    if (call instanceof ObjectNode object && begins(object)) {
                        requireName(object.withObject("/function"));
                    }
                }
                String refusal = Json.stringAt(choice.path("delta"), "refusal");
                if (refusal != null && !refusal.isEmpty() && choice.path("delta") instanceof ObjectNode delta) {
                    isRefused = true;
                    delta.put("content", refusal);
                }
                if (isRefused && choice.hasNonNull("finish_reason") && choice instanceof ObjectNode object) {
                    object.put("finish_reason", "content_filter");
                }
            }
        }

        /** Some servers give all calls the same index, and some repeat the id in each event. */
        private boolean begins(ObjectNode call) {
            String index = call.path("index").asString("");
            String id = call.path("id").asString("");
            String last = begun.get(index);
            if (last == null || (!id.isEmpty() && !id.equals(last))) {
                begun.put(index, id);
                return last == null || !last.isEmpty();
            }
            return false;
        }
    }

    /** LangChain4j reports a full context and a refusal alike. */
    final class Anthropic implements EventCorrection {
        @Override
        public boolean mayApply(String data) {
            return data.contains("tool_use") || data.contains("model_context_window_exceeded");
        }

        @Override
        public void apply(ObjectNode event) {
            if (event.path("content_block") instanceof ObjectNode block
                    && block.path("type").asString("").equals("tool_use")) {
                requireName(block);
            }
            if (event.path("delta") instanceof ObjectNode delta
                    && delta.path("stop_reason").asString("").equals("model_context_window_exceeded")) {
                delta.put("stop_reason", "max_tokens");
            }
        }
    }

    /** Some versions omit the index of a tool call, and LangChain4j merges all calls without an index. */
    final class Ollama implements EventCorrection {
        private int next;

        @Override
        public boolean mayApply(String data) {
            return data.contains("\"tool_calls\"");
        }

        @Override
        public void apply(ObjectNode event) {
            for (JsonNode call : event.at("/message/tool_calls")) {
                if (call.path("function") instanceof ObjectNode function) {
                    function.put("index", next++);
                    requireName(function);
                }
            }
        }
    }

    /** A blocked prompt has no candidate. LangChain4j does not know all reasons for a blocked answer. */
    final class Gemini implements EventCorrection {
        private static final Set<String> BLOCKED = Set.of(
                "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT");

        @Override
        public boolean mayApply(String data) {
            return data.contains("\"functionCall\"") || data.contains("Reason\"");
        }

        @Override
        public void apply(ObjectNode event) {
            if (event.path("promptFeedback").hasNonNull("blockReason")
                    && event.path("candidates").isEmpty()) {
                event.putArray("candidates").addObject().put("index", 0).put("finishReason", "SAFETY");
            }
            for (JsonNode candidate : event.path("candidates")) {
                if (candidate instanceof ObjectNode object
                        && BLOCKED.contains(object.path("finishReason").asString(""))) {
                    object.put("finishReason", "SAFETY");
                }
                for (JsonNode part : candidate.path("content").path("parts")) {
                    if (part.path("functionCall") instanceof ObjectNode call) {
                        requireName(call);
                    }
                }
            }
        }
    }
}
