package dev.mooring.agent.provider;

import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.mooring.agent.model.Media;
import dev.mooring.agent.model.Model;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.provider.Models.Environment;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Creates the models of each provider. LangChain4j's streaming models do not retry: the agent does, and reports each retry.
 */
final class Providers {
    private static final String OPENAI = "https://api.openai.com/v1";
    private static final String ANTHROPIC = "https://api.anthropic.com/v1/";
    private static final String GEMINI = "https://generativelanguage.googleapis.com/v1beta";
    private static final String OLLAMA = "http://127.0.0.1:11434";

    /** Anthropic requires a maximum. LangChain4j's default is 1,024. */
    private static final int ANTHROPIC_MAX_TOKENS = 8_192;

    private Providers() {}

    static Model openAi(String model, Environment environment) {
        String customAddress = environment.get("OPENAI_BASE_URL");
        String key = customAddress == null
                ? environment.require("openai/" + model, "OPENAI_API_KEY")
                : Objects.requireNonNullElse(environment.get("OPENAI_API_KEY"), "none");
        String address = customAddress == null ? OPENAI : customAddress;
        ProviderHttpClientBuilder http = new ProviderHttpClientBuilder(WireFormat.OPENAI);
        StreamingChat chat = StreamingChat.of(OpenAiStreamingChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(address)
                .apiKey(key)
                .modelName(model)
                .build());
        return new ProviderModel(
                "openai/" + model,
                chat,
                Set.of(),
                FailureMapper.of(address, key),
                true,
                ModelTurn.StopReason.DONE,
                address.equals(OPENAI));
    }

    static Model anthropic(String model, Environment environment) {
        String key = environment.require("anthropic/" + model, "ANTHROPIC_API_KEY");
        String address = versioned(environment.get("ANTHROPIC_BASE_URL"), ANTHROPIC);
        ProviderHttpClientBuilder http = new ProviderHttpClientBuilder(WireFormat.ANTHROPIC);
        StreamingChat chat = StreamingChat.of(AnthropicStreamingChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(address)
                .apiKey(key)
                .modelName(model)
                .maxTokens(ANTHROPIC_MAX_TOKENS)
                .build());
        // LangChain4j reports OTHER for a refusal and for a conversation that exceeds the context.
        return new ProviderModel(
                "anthropic/" + model,
                chat,
                Set.of(Media.IMAGE),
                FailureMapper.of(address, key),
                true,
                ModelTurn.StopReason.REFUSAL,
                address.equals(ANTHROPIC));
    }

    static Model ollama(String model, Environment environment) {
        String host = Objects.requireNonNullElse(environment.get("OLLAMA_HOST"), OLLAMA);
        String address = host.contains("://") ? host : "http://" + host;
        ProviderHttpClientBuilder http = new ProviderHttpClientBuilder(WireFormat.OLLAMA);
        StreamingChat chat = StreamingChat.of(OllamaStreamingChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(address)
                .modelName(model)
                .build());
        return new ProviderModel(
                "ollama/" + model,
                chat,
                Set.of(),
                FailureMapper.of(address, ""),
                false,
                ModelTurn.StopReason.DONE,
                false);
    }

    static Model gemini(String model, Environment environment) {
        String key = environment.require("gemini/" + model, "GEMINI_API_KEY", "GOOGLE_API_KEY");
        String address = Objects.requireNonNullElse(environment.get("GOOGLE_GEMINI_BASE_URL"), GEMINI);
        ProviderHttpClientBuilder http = new ProviderHttpClientBuilder(WireFormat.GEMINI);
        // Gemini rejects a conversation without the thought signatures of its tool calls.
        StreamingChat chat = StreamingChat.of(GoogleAiGeminiStreamingChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(address)
                .apiKey(key)
                .modelName(model)
                .returnThinking(true)
                .sendThinking(true)
                .build());
        return new ProviderModel(
                "gemini/" + model,
                chat,
                Set.of(Media.IMAGE),
                FailureMapper.of(address, key),
                false,
                ModelTurn.StopReason.DONE,
                false);
    }

    /** Adds the version to the address, because Anthropic's own tools expect the address without it. */
    private static String versioned(@Nullable String address, String defaultAddress) {
        if (address == null) {
            return defaultAddress;
        }
        String bare = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
        return (bare.endsWith("/v1") ? bare : bare + "/v1") + "/";
    }
}
