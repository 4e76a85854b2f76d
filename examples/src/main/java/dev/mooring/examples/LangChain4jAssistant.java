package dev.mooring.examples;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.mooring.run.AgentRun;
import dev.mooring.session.Sessions;
import dev.mooring.session.langchain4j.HeldToolProvider;

/** Gives a LangChain4j assistant tools that keep their state during a conversation. */
public final class LangChain4jAssistant {
    private LangChain4jAssistant() {}

    interface Assistant {
        String chat(String message);
    }

    public static void main(String... args) {
        try (Sessions sessions = Sessions.of(CounterServer.asToolServer("counter"))) {
            Assistant assistant = AiServices.builder(Assistant.class)
                    .chatModel(new CountingModel()) // for example OpenAiChatModel.builder()...build()
                    .toolProvider(HeldToolProvider.of(sessions))
                    .build();
            AgentRun.run(() -> {
                System.out.println(assistant.chat("Count, please."));
                System.out.println(assistant.chat("Once more."));
            });
        }
    }

    /** Stands in for a model, so that this program needs no key: calls the tool and then reports its result. */
    private static final class CountingModel implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            AiMessage reply = request.messages().getLast() instanceof ToolExecutionResultMessage result
                    ? AiMessage.from("The counter says " + result.text() + ".")
                    : AiMessage.from(ToolExecutionRequest.builder()
                            .id("1")
                            .name("counter__count")
                            .arguments("{}")
                            .build());
            return ChatResponse.builder().aiMessage(reply).build();
        }
    }
}
