package dev.mooring.agent.provider;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
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
import dev.mooring.agent.model.ToolOutput;
import dev.mooring.agent.model.ToolRequest;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Maps a conversation to LangChain4j's messages. */
final class RequestMapper {
    /**
     * Stands in for empty text. Anthropic rejects a message or a tool result with empty text, and so do some servers with OpenAI's API.
     * The conversation itself keeps the empty text.
     */
    private static final String EMPTY = "(nothing)";

    private static final Pattern INVALID_NAME_PART = Pattern.compile("[^a-zA-Z0-9_-]");
    private static final int MAX_NAME_LENGTH = 64;

    private RequestMapper() {}

    static List<ChatMessage> of(ModelRequest request) {
        List<ChatMessage> messages = new ArrayList<>();
        if (!request.instructions().isBlank()) {
            messages.add(SystemMessage.from(request.instructions()));
        }
        for (ChatEntry entry : request.conversation()) {
            switch (entry) {
                case ChatEntry.UserMessage(String text) ->
                    messages.add(UserMessage.from(text.isBlank() ? EMPTY : text));
                case ChatEntry.ModelMessage(ModelTurn turn) -> messages.add(modelMessage(turn));
                case ChatEntry.ToolMessage(List<ToolAnswer> answers) ->
                    answers.forEach(answer -> messages.add(toolMessage(answer)));
            }
        }
        return messages;
    }

    private static AiMessage modelMessage(ModelTurn turn) {
        AiMessage.Builder message = AiMessage.builder();
        String state = turn.providerState();
        if (state != null && ChatMessageDeserializer.messageFromJson(state) instanceof AiMessage original) {
            message.thinking(original.thinking()).attributes(original.attributes());
        }
        if (!turn.text().isBlank()) {
            message.text(turn.text());
        } else if (turn.calls().isEmpty()) {
            message.text(EMPTY);
        }
        return message.toolExecutionRequests(
                        turn.calls().stream().map(RequestMapper::toolCall).toList())
                .build();
    }

    /** Replaces malformed arguments, because some providers require an object. The tool result explains the error. */
    private static ToolExecutionRequest toolCall(ToolRequest call) {
        return ToolExecutionRequest.builder()
                .id(call.id())
                .name(toolName(call.tool()))
                .arguments(hasObjectArguments(call) ? call.arguments() : "{}")
                .build();
    }

    /** Replaces invalid names of tools that do not exist, because providers reject them. */
    private static String toolName(String name) {
        String valid = INVALID_NAME_PART.matcher(name.strip()).replaceAll("_");
        return valid.isEmpty()
                ? EventFormat.UNNAMED_TOOL
                : valid.substring(0, Math.min(valid.length(), MAX_NAME_LENGTH));
    }

    private static boolean hasObjectArguments(ToolRequest call) {
        try {
            return Json.parse(call.arguments()).isObject();
        } catch (MalformedJson e) {
            return false;
        }
    }

    private static ToolExecutionResultMessage toolMessage(ToolAnswer answer) {
        ToolOutput result = answer.result();
        ToolExecutionResultMessage.Builder message = ToolExecutionResultMessage.builder()
                .id(answer.callId())
                .toolName(toolName(answer.tool()))
                .isError(result.isError());
        String text = result.text().isBlank() ? EMPTY : result.text();
        if (result.media().isEmpty()) {
            return message.text(text).build();
        }
        List<Content> contents = new ArrayList<>();
        contents.add(TextContent.from(text));
        for (ToolOutput.Attachment attachment : result.media()) {
            if (attachment.media() == Media.IMAGE) {
                contents.add(ImageContent.from(attachment.base64(), attachment.mimeType()));
            }
        }
        return message.contents(contents).build();
    }
}
