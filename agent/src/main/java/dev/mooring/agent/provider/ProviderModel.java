package dev.mooring.agent.provider;

import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.mooring.agent.model.Media;
import dev.mooring.agent.model.Model;
import dev.mooring.agent.model.ModelFailed;
import dev.mooring.agent.model.ModelRequest;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.TextListener;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A model of a provider.
 *
 * @param alwaysReportsStopReason whether a response without a finish reason is incomplete
 * @param otherStopReason the meaning of LangChain4j's finish reason {@code OTHER}
 * @param combinesSchemaAndTools whether the model can still call tools if a request has an output schema. Gemini before version 3 rejects
 *     such a request. Ollama and servers with OpenAI's API, such as vLLM, constrain all output to the schema
 */
record ProviderModel(
        String name,
        StreamingChat chat,
        Set<Media> accepts,
        FailureMapper failures,
        boolean alwaysReportsStopReason,
        ModelTurn.StopReason otherStopReason,
        boolean combinesSchemaAndTools)
        implements Model {
    @Override
    public ModelTurn answer(ModelRequest request, TextListener text) throws ModelFailed, InterruptedException {
        ChatRequest.Builder chatRequest = ChatRequest.builder().messages(RequestMapper.of(request));
        if (!request.tools().isEmpty()) {
            chatRequest.toolSpecifications(
                    request.tools().stream().map(WireFormat::placeholder).toList());
        }
        StreamIdleTimeout idleTimeout = new StreamIdleTimeout(request.timeouts());
        try (idleTimeout) {
            ModelExchange exchange = new ModelExchange(request.tools(), outputSchema(request), idleTimeout);
            ChatResponse response = ScopedValue.where(ModelExchange.CURRENT, exchange)
                    .call(() -> chat.send(chatRequest.build(), text, idleTimeout));
            if (alwaysReportsStopReason && response.finishReason() == null) {
                throw new StreamingChat.IncompleteStream();
            }
            return ResponseMapper.of(response, otherStopReason);
        } catch (Throwable thrown) {
            throw failures.failureOf(thrown, idleTimeout.expired());
        }
    }

    private @Nullable OutputSchema outputSchema(ModelRequest request) {
        ObjectNode schema = request.outputSchema();
        return schema != null && (combinesSchemaAndTools || request.tools().isEmpty()) ? OutputSchema.of(schema) : null;
    }
}
