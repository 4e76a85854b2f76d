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
        String name, Chat chat, Set<Media> accepts, Failures failures, boolean saysWhyItStopped, ModelTurn.Stop other)
        implements Model {
    @Override
    public ModelTurn answer(ModelRequest request, TextListener text) throws ModelFailed, InterruptedException {
        ChatRequest.Builder asked = ChatRequest.builder().messages(Messages.of(request));
        if (!request.tools().isEmpty()) {
            asked.toolSpecifications(
                    request.tools().stream().map(ToolWire::placeholder).toList());
        }
        try {
            ChatResponse response =
                    ScopedValue.where(Wire.TOOLS, request.tools()).call(() -> chat.ask(asked.build(), text));
            if (saysWhyItStopped && response.finishReason() == null) {
                throw new Chat.BrokenOff();
            }
            return Turns.of(response, other);
        } catch (Throwable thrown) {
            throw failures.failureOf(thrown);
        }
    }
}
