package dev.mooring.agent.provider;

import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import dev.langchain4j.model.ollama.OllamaChatModel;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.mooring.agent.model.Media;
import dev.mooring.agent.model.Model;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.provider.Models.Delivery;
import dev.mooring.agent.provider.Models.Environment;
import dev.mooring.session.Secrets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How each provider's models are set up. None of them tries again by itself: the agent does, and tells of it. */
final class Providers {
    private static final String OPENAI = "https://api.openai.com/v1";
    private static final String ANTHROPIC = "https://api.anthropic.com/v1/";
    private static final String GEMINI = "https://generativelanguage.googleapis.com/v1beta";
    private static final String OLLAMA = "http://127.0.0.1:11434";

    /** Anthropic wants to be told, and LangChain4j would say 1,024. */
    private static final int ANTHROPIC_LONGEST = 8_192;

    private Providers() {}

    static Model openAi(String model, Environment environment, Delivery delivery) {
        String own = environment.get("OPENAI_BASE_URL");
        String key = own == null
                ? environment.require("OpenAI", "OPENAI_API_KEY")
                : Objects.requireNonNullElse(environment.get("OPENAI_API_KEY"), "none");
        String address = own == null ? OPENAI : own;
        ProviderHttpClientBuilder wire = new ProviderHttpClientBuilder(WireFormat.OPENAI);
        StreamingChat chat = delivery == Delivery.WHOLE
                ? StreamingChat.of(OpenAiChatModel.builder()
                        .httpClientBuilder(wire)
                        .baseUrl(address)
                        .apiKey(key)
                        .modelName(model)
                        .maxRetries(0)
                        .build())
                : StreamingChat.of(OpenAiStreamingChatModel.builder()
                        .httpClientBuilder(wire)
                        .baseUrl(address)
                        .apiKey(key)
                        .modelName(model)
                        .build());
        return new ProviderModel(
                "openai/" + model, chat, Set.of(), failures(address, key), true, ModelTurn.StopReason.DONE);
    }

    static Model anthropic(String model, Environment environment, Delivery delivery) {
        String key = environment.require("Anthropic", "ANTHROPIC_API_KEY");
        String address = versioned(environment.get("ANTHROPIC_BASE_URL"), ANTHROPIC);
        ProviderHttpClientBuilder wire = new ProviderHttpClientBuilder(WireFormat.ANTHROPIC);
        StreamingChat chat = delivery == Delivery.WHOLE
                ? StreamingChat.of(AnthropicChatModel.builder()
                        .httpClientBuilder(wire)
                        .baseUrl(address)
                        .apiKey(key)
                        .modelName(model)
                        .maxTokens(ANTHROPIC_LONGEST)
                        .maxRetries(0)
                        .build())
                : StreamingChat.of(AnthropicStreamingChatModel.builder()
                        .httpClientBuilder(wire)
                        .baseUrl(address)
                        .apiKey(key)
                        .modelName(model)
                        .maxTokens(ANTHROPIC_LONGEST)
                        .build());
        // What is left is that it refuses, or that the conversation has become too long for it.
        return new ProviderModel(
                "anthropic/" + model,
                chat,
                Set.of(Media.IMAGE),
                failures(address, key),
                true,
                ModelTurn.StopReason.REFUSAL);
    }

    static Model ollama(String model, Environment environment, Delivery delivery) {
        String host = Objects.requireNonNullElse(environment.get("OLLAMA_HOST"), OLLAMA);
        String address = host.contains("://") ? host : "http://" + host;
        ProviderHttpClientBuilder wire = new ProviderHttpClientBuilder(WireFormat.OLLAMA);
        StreamingChat chat = delivery == Delivery.WHOLE
                ? StreamingChat.of(OllamaChatModel.builder()
                        .httpClientBuilder(wire)
                        .baseUrl(address)
                        .modelName(model)
                        .maxRetries(0)
                        .build())
                : StreamingChat.of(OllamaStreamingChatModel.builder()
                        .httpClientBuilder(wire)
                        .baseUrl(address)
                        .modelName(model)
                        .build());
        return new ProviderModel(
                "ollama/" + model, chat, Set.of(), failures(address, ""), false, ModelTurn.StopReason.DONE);
    }

    static Model gemini(String model, Environment environment, Delivery delivery) {
        String key = environment.require("Gemini", "GEMINI_API_KEY", "GOOGLE_API_KEY");
        String address = Objects.requireNonNullElse(environment.get("GOOGLE_GEMINI_BASE_URL"), GEMINI);
        ProviderHttpClientBuilder wire = new ProviderHttpClientBuilder(WireFormat.GEMINI);
        // Gemini wants the signatures of its thoughts back with each call, or refuses to go on.
        StreamingChat chat = delivery == Delivery.WHOLE
                ? StreamingChat.of(GoogleAiGeminiChatModel.builder()
                        .httpClientBuilder(wire)
                        .baseUrl(address)
                        .apiKey(key)
                        .modelName(model)
                        .returnThinking(true)
                        .sendThinking(true)
                        .maxRetries(0)
                        .build())
                : StreamingChat.of(GoogleAiGeminiStreamingChatModel.builder()
                        .httpClientBuilder(wire)
                        .baseUrl(address)
                        .apiKey(key)
                        .modelName(model)
                        .returnThinking(true)
                        .sendThinking(true)
                        .build());
        return new ProviderModel(
                "gemini/" + model, chat, Set.of(Media.IMAGE), failures(address, key), false, ModelTurn.StopReason.DONE);
    }

    /** Anthropic's own tools take the address without the version. */
    private static String versioned(@Nullable String address, String otherwise) {
        if (address == null) {
            return otherwise;
        }
        String bare = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
        return (bare.endsWith("/v1") ? bare : bare + "/v1") + "/";
    }

    private static FailureMapper failures(String address, String key) {
        return new FailureMapper(address, Secrets.of(List.of(key)));
    }
}
