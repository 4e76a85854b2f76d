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
 * @param saysWhyItStopped whether an answer without a reason for its end is one that broke off
 * @param other what an end means for which LangChain4j has no word
 */
record ProviderModel(
        String name,
        StreamingChat chat,
        Set<Media> accepts,
        FailureMapper failures,
        boolean saysWhyItStopped,
        ModelTurn.StopReason other)
        implements Model {
    @Override
    public ModelTurn answer(ModelRequest request, TextListener text) throws ModelFailed, InterruptedException {
        ChatRequest.Builder asked = ChatRequest.builder().messages(RequestMapper.of(request));
        if (!request.tools().isEmpty()) {
            asked.toolSpecifications(
                    request.tools().stream().map(WireFormat::placeholder).toList());
        }
        try {
            ChatResponse response = ScopedValue.where(ProviderHttpClient.TOOLS, request.tools())
                    .call(() -> chat.ask(asked.build(), text));
            if (saysWhyItStopped && response.finishReason() == null) {
                throw new StreamingChat.BrokenOff();
            }
            return ResponseMapper.of(response, other);
        } catch (Throwable thrown) {
            throw failures.failureOf(thrown);
        }
    }
}
