package dev.mooring.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the events that count as activity of a model. */
class EventFormatTest {
    private static boolean hasContent(WireFormat format, String event) {
        return format.events().hasContent(Json.objectOf(event));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            OPENAI    | {"choices":[{"delta":{"content":"Hel"},"finish_reason":null}]}
            OPENAI    | {"choices":[{"delta":{"content":null,"reasoning_content":"Hmm"}}]}
            OPENAI    | {"choices":[{"delta":{"reasoning_details":[{"type":"reasoning.encrypted","data":"x"}]}}]}
            OPENAI    | {"choices":[{"delta":{"refusal":"I cannot"}}]}
            OPENAI    | {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\""}}]}}]}
            OPENAI    | {"choices":[{"delta":{},"finish_reason":"stop"}]}
            OPENAI    | {"error":{"message":"overloaded"}}
            ANTHROPIC | {"type":"message_start","message":{}}
            ANTHROPIC | {"type":"content_block_start","content_block":{"type":"tool_use","name":"count"}}
            ANTHROPIC | {"type":"content_block_delta","delta":{"type":"text_delta","text":"Hel"}}
            ANTHROPIC | {"type":"content_block_delta","delta":{"type":"thinking_delta","thinking":"Hmm"}}
            ANTHROPIC | {"type":"content_block_delta","delta":{"type":"signature_delta","signature":"x"}}
            ANTHROPIC | {"type":"content_block_delta","delta":{"type":"input_json_delta","partial_json":"{"}}
            ANTHROPIC | {"type":"error","error":{"type":"overloaded_error"}}
            OLLAMA    | {"message":{"role":"assistant","content":"Hel"},"done":false}
            OLLAMA    | {"message":{"role":"assistant","content":"","thinking":"Hmm"},"done":false}
            OLLAMA    | {"message":{"role":"assistant","content":"","tool_calls":[{"function":{}}]},"done":false}
            OLLAMA    | {"message":{"role":"assistant","content":""},"done":true}
            GEMINI    | {"candidates":[{"content":{"parts":[{"text":"Hel"}]}}]}
            GEMINI    | {"candidates":[{"content":{"parts":[{"text":"Hmm","thought":true}]}}]}
            GEMINI    | {"candidates":[{"content":{"parts":[{"text":"","thoughtSignature":"x"}]}}]}
            GEMINI    | {"candidates":[{"content":{"parts":[{"functionCall":{"name":"count"}}]}}]}
            GEMINI    | {"candidates":[{"finishReason":"STOP"}]}
            GEMINI    | {"promptFeedback":{"blockReason":"SAFETY"}}
            """)
    void textReasoningToolCallsAndTheEndAreContent(WireFormat format, String event) {
        assertThat(hasContent(format, event)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            OPENAI    | {}
            OPENAI    | {"choices":[]}
            OPENAI    | {"choices":[{"delta":{"role":"assistant","content":""},"finish_reason":null}]}
            OPENAI    | {"choices":[{"delta":{"content":null,"tool_calls":[],"index":0}}]}
            OPENAI    | {"choices":[],"usage":{"prompt_tokens":1}}
            ANTHROPIC | {}
            ANTHROPIC | {"type":"ping"}
            ANTHROPIC | {"type":"content_block_delta","delta":{"type":"text_delta","text":""}}
            OLLAMA    | {"message":{"role":"assistant","content":""},"done":false}
            GEMINI    | {"candidates":[{"content":{"role":"model","parts":[{"text":""}]}}]}
            GEMINI    | {"usageMetadata":{"promptTokenCount":1}}
            """)
    void pingsAndEmptyEventsHaveNoContent(WireFormat format, String event) {
        assertThat(hasContent(format, event)).isFalse();
    }
}
