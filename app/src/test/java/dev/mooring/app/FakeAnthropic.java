package dev.mooring.app;

import dev.mooring.mcp.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A fake of Anthropic's messages API. */
final class FakeAnthropic extends FakeProvider {
    private static final String START =
            event("{\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"type\":\"message\","
                    + "\"role\":\"assistant\",\"model\":\"played\",\"content\":[],\"stop_reason\":null,"
                    + "\"usage\":{\"input_tokens\":120,\"output_tokens\":1}}}");
    private static final String BLOCK_STOP = event("{\"type\":\"content_block_stop\",\"index\":0}");

    FakeAnthropic() throws IOException {
        super("/v1/messages", "x-api-key");
    }

    @Override
    FakeAnthropic calls(String tool, String arguments) {
        int half = arguments.length() / 2;
        List<String> turn = new ArrayList<>(List.of(
                START,
                blockStart("{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"" + tool + "\",\"input\":{}}"),
                delta("{\"type\":\"input_json_delta\",\"partial_json\":" + quoted(arguments.substring(0, half)) + "}"),
                delta("{\"type\":\"input_json_delta\",\"partial_json\":" + quoted(arguments.substring(half)) + "}"),
                BLOCK_STOP));
        turn.addAll(end("tool_use"));
        add(turn);
        return this;
    }

    @Override
    FakeAnthropic says(String... words) {
        List<String> turn = new ArrayList<>(List.of(START, blockStart("{\"type\":\"text\",\"text\":\"\"}")));
        for (String word : words) {
            turn.add(delta("{\"type\":\"text_delta\",\"text\":" + quoted(word) + "}"));
        }
        turn.add(BLOCK_STOP);
        turn.addAll(end("end_turn"));
        add(turn);
        return this;
    }

    private static String blockStart(String block) {
        return event("{\"type\":\"content_block_start\",\"index\":0,\"content_block\":" + block + "}");
    }

    private static String delta(String delta) {
        return event("{\"type\":\"content_block_delta\",\"index\":0,\"delta\":" + delta + "}");
    }

    private static List<String> end(String reason) {
        return List.of(
                event("{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"" + reason
                        + "\"},\"usage\":{\"output_tokens\":30}}"),
                event("{\"type\":\"message_stop\"}"));
    }

    private static String event(String json) {
        return "event: " + Json.objectOf(json).path("type").stringValue() + "\ndata: " + json + "\n\n";
    }
}
