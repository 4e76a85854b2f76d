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

/**
 * A model of a provider.
 *
 * @param alwaysReportsStopReason whether a response without a finish reason is an incomplete one
 * @param otherStopReason the meaning of LangChain4j's finish reason {@code OTHER}
 */
record ProviderModel(
        String name,
        StreamingChat chat,
        Set<Media> accepts,
        FailureMapper failures,
        boolean alwaysReportsStopReason,
        ModelTurn.StopReason otherStopReason)
        implements Model {
    @Override
    public ModelTurn answer(ModelRequest request, TextListener text) throws ModelFailed, InterruptedException {
        ChatRequest.Builder chatRequest = ChatRequest.builder().messages(RequestMapper.of(request));
        if (!request.tools().isEmpty()) {
            chatRequest.toolSpecifications(
                    request.tools().stream().map(WireFormat::placeholder).toList());
        }
        SilenceWatch silence = new SilenceWatch(request.timeouts());
        try (silence) {
            ChatResponse response = ScopedValue.where(Exchange.CURRENT, new Exchange(request.tools(), silence))
                    .call(() -> chat.send(chatRequest.build(), text, silence));
            if (alwaysReportsStopReason && response.finishReason() == null) {
                throw new StreamingChat.IncompleteStream();
            }
            return ResponseMapper.of(response, otherStopReason);
        } catch (Throwable thrown) {
            throw failures.failureOf(thrown, silence.expired());
        }
    }
}
