package dev.mooring.agent.provider;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.Media;
import dev.mooring.agent.model.ModelRequest;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.ToolAnswer;
import dev.mooring.agent.model.ToolRequest;
import dev.mooring.agent.model.ToolResult;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import java.util.ArrayList;
import java.util.List;

/** A conversation in LangChain4j's words. */
final class RequestMapper {
    /** Providers take no empty text. */
    private static final String NOTHING = "(nothing)";

    private RequestMapper() {}

    static List<ChatMessage> of(ModelRequest request) {
        List<ChatMessage> messages = new ArrayList<>();
        if (!request.instructions().isBlank()) {
            messages.add(SystemMessage.from(request.instructions()));
        }
        for (ChatEntry entry : request.conversation()) {
            switch (entry) {
                case ChatEntry.UserMessage(String text) ->
                    messages.add(UserMessage.from(text.isBlank() ? NOTHING : text));
                case ChatEntry.ModelMessage(ModelTurn turn) -> messages.add(said(turn));
                case ChatEntry.ToolMessage(List<ToolAnswer> answers) ->
                    answers.forEach(answer -> messages.add(answered(answer)));
            }
        }
        return messages;
    }

    private static AiMessage said(ModelTurn turn) {
        AiMessage.Builder message = AiMessage.builder();
        if (turn.providerState() instanceof AiMessage asItCame) {
            message.thinking(asItCame.thinking()).attributes(asItCame.attributes());
        }
        if (!turn.text().isBlank()) {
            message.text(turn.text());
        } else if (turn.calls().isEmpty()) {
            message.text(NOTHING);
        }
        return message.toolExecutionRequests(
                        turn.calls().stream().map(RequestMapper::called).toList())
                .build();
    }

    /** Some providers want to see the arguments as an object, which broken ones are not; what was wrong with them is in the result. */
    private static ToolExecutionRequest called(ToolRequest call) {
        return ToolExecutionRequest.builder()
                .id(call.id())
                .name(call.tool())
                .arguments(isReadable(call) ? call.arguments() : "{}")
                .build();
    }

    private static boolean isReadable(ToolRequest call) {
        try {
            return Json.parse(call.arguments()).isObject();
        } catch (MalformedJson e) {
            return false;
        }
    }

    private static ToolExecutionResultMessage answered(ToolAnswer answer) {
        ToolResult result = answer.result();
        ToolExecutionResultMessage.Builder message = ToolExecutionResultMessage.builder()
                .id(answer.callId())
                .toolName(answer.tool())
                .isError(result.isError());
        String text = result.text().isBlank() ? NOTHING : result.text();
        if (result.media().isEmpty()) {
            return message.text(text).build();
        }
        List<Content> contents = new ArrayList<>();
        contents.add(TextContent.from(text));
        for (ToolResult.Attachment shown : result.media()) {
            if (shown.media() == Media.IMAGE) {
                contents.add(ImageContent.from(shown.base64(), shown.mimeType()));
            }
        }
        return message.contents(contents).build();
    }
}
