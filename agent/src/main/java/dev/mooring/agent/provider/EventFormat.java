package dev.mooring.agent.provider;

import dev.mooring.mcp.Json;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The format of the events of one stream. It recognises events without content, and corrects events for LangChain4j, which loses some
 * refusals and throws an exception for a tool call without a name: a refusal becomes text with the finish reason for filtered content.
 */
sealed interface EventFormat {
    /** The name of a tool call without a name. No tool has it, so that the model receives an error result. */
    String UNNAMED_TOOL = "unnamed_tool";

    /** Returns whether the event has a part of the answer: text, reasoning, a tool call, or its end. */
    boolean hasContent(ObjectNode event);

    /** Returns whether the data may need a correction. */
    boolean needsCorrection(String data);

    /** Corrects an event in place. */
    void correct(ObjectNode event);

    /** Returns whether a field of the object, other than the ignored one, has text or elements. */
    private static boolean isFilled(JsonNode object, String ignored) {
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            JsonNode value = field.getValue();
            if (!field.getKey().equals(ignored)
                    && (value.isString() ? !value.stringValue().isEmpty() : !value.isEmpty())) {
                return true;
            }
        }
        return false;
    }

    /** Gives a tool call a name if it has none. */
    private static void requireName(ObjectNode call) {
        if (call.path("name").asString("").isBlank()) {
            call.put("name", UNNAMED_TOOL);
        }
    }

    /** OpenAI's format: only the first event of a call has the name, and a refusal is a field with an ordinary finish reason. */
    final class OpenAi implements EventFormat {
        /** The id of the last call with an index; empty if the call has none. */
        private final Map<String, String> begun = new HashMap<>();

        private boolean isRefused;

        @Override
        public boolean hasContent(ObjectNode event) {
            for (JsonNode choice : event.path("choices")) {
                if (choice.hasNonNull("finish_reason") || isFilled(choice.path("delta"), "role")) {
                    return true;
                }
            }
            return event.hasNonNull("error");
        }

        @Override
        public boolean needsCorrection(String data) {
            return isRefused || data.contains("\"refusal\"") || data.contains("\"tool_calls\"");
        }

        @Override
        public void correct(ObjectNode event) {
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

    /** Anthropic's format: LangChain4j reports a full context and a refusal alike. */
    final class Anthropic implements EventFormat {
        @Override
        public boolean hasContent(ObjectNode event) {
            return switch (event.path("type").asString("")) {
                case "", "ping" -> false;
                case "content_block_delta" -> isFilled(event.path("delta"), "type");
                default -> true;
            };
        }

        @Override
        public boolean needsCorrection(String data) {
            return data.contains("tool_use") || data.contains("model_context_window_exceeded");
        }

        @Override
        public void correct(ObjectNode event) {
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

    /** Ollama's format: some versions omit the index of a tool call, and LangChain4j merges all calls without an index. */
    final class Ollama implements EventFormat {
        private int next;

        @Override
        public boolean hasContent(ObjectNode event) {
            return event.path("done").asBoolean(false)
                    || event.hasNonNull("error")
                    || isFilled(event.path("message"), "role");
        }

        @Override
        public boolean needsCorrection(String data) {
            return data.contains("\"tool_calls\"");
        }

        @Override
        public void correct(ObjectNode event) {
            for (JsonNode call : event.at("/message/tool_calls")) {
                if (call.path("function") instanceof ObjectNode function) {
                    function.put("index", next++);
                    requireName(function);
                }
            }
        }
    }

    /** Gemini's format: a blocked prompt has no candidate, and LangChain4j does not know all reasons for a blocked answer. */
    final class Gemini implements EventFormat {
        private static final Set<String> BLOCKED = Set.of(
                "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT");

        @Override
        public boolean hasContent(ObjectNode event) {
            for (JsonNode candidate : event.path("candidates")) {
                if (candidate.hasNonNull("finishReason")) {
                    return true;
                }
                for (JsonNode part : candidate.path("content").path("parts")) {
                    if (isFilled(part, "")) {
                        return true;
                    }
                }
            }
            return event.hasNonNull("error") || event.path("promptFeedback").hasNonNull("blockReason");
        }

        @Override
        public boolean needsCorrection(String data) {
            return data.contains("\"functionCall\"") || data.contains("Reason\"");
        }

        @Override
        public void correct(ObjectNode event) {
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
