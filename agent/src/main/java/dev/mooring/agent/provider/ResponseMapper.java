package dev.mooring.agent.provider;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.model.anthropic.AnthropicTokenUsage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiTokenUsage;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.ToolRequest;
import dev.mooring.agent.model.Usage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Maps a response of LangChain4j to a model turn. */
final class ResponseMapper {
    private ResponseMapper() {}

    /**
     * Returns the turn in a response.
     *
     * @param other the meaning of LangChain4j's finish reason {@code OTHER}
     */
    static ModelTurn of(ChatResponse response, ModelTurn.StopReason other) {
        AiMessage message = response.aiMessage();
        List<ToolRequest> calls = calls(message.toolExecutionRequests());
        return new ModelTurn(
                Objects.requireNonNullElse(message.text(), ""),
                calls,
                usage(response.tokenUsage()),
                calls.isEmpty() ? stopReason(response.finishReason(), other) : ModelTurn.StopReason.CALLS,
                providerState(message));
    }

    /** Assigns an id to each call whose id is missing or not unique, as with some providers. */
    private static List<ToolRequest> calls(@Nullable List<ToolExecutionRequest> requests) {
        List<ToolRequest> calls = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (ToolExecutionRequest request : requests == null ? List.<ToolExecutionRequest>of() : requests) {
            String id = request.id();
            if (id == null || id.isBlank() || !taken.add(id)) {
                id = "call_" + (calls.size() + 1);
                taken.add(id);
            }
            calls.add(new ToolRequest(
                    id,
                    Objects.requireNonNullElse(request.name(), ""),
                    Objects.requireNonNullElse(request.arguments(), "")));
        }
        return calls;
    }

    /** Returns the message as JSON if it carries data that must go back to the provider. */
    private static @Nullable String providerState(AiMessage message) {
        return message.thinking() != null || !message.attributes().isEmpty()
                ? ChatMessageSerializer.messageToJson(message)
                : null;
    }

    private static ModelTurn.StopReason stopReason(@Nullable FinishReason reason, ModelTurn.StopReason other) {
        return switch (reason) {
            case LENGTH -> ModelTurn.StopReason.LENGTH;
            case CONTENT_FILTER -> ModelTurn.StopReason.REFUSAL;
            case OTHER -> other;
            case null, default -> ModelTurn.StopReason.DONE;
        };
    }

    private static Usage usage(@Nullable TokenUsage usage) {
        if (usage == null) {
            return Usage.NONE;
        }
        long in = count(usage.inputTokenCount());
        long out = count(usage.outputTokenCount());
        return switch (usage) {
            // Anthropic's input count excludes tokens that it reads from its cache or writes to it.
            case AnthropicTokenUsage anthropic -> {
                long read = count(anthropic.cacheReadInputTokens());
                yield new Usage(in + read + count(anthropic.cacheCreationInputTokens()), out, read);
            }
            case OpenAiTokenUsage openAi ->
                new Usage(
                        in,
                        out,
                        openAi.inputTokensDetails() == null
                                ? 0
                                : count(openAi.inputTokensDetails().cachedTokens()));
            default -> new Usage(in, out, 0);
        };
    }

    private static long count(@Nullable Integer tokens) {
        return tokens == null ? 0 : tokens;
    }
}
