package dev.mooring.app;

import dev.mooring.mcp.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A fake of OpenAI's chat completions. */
final class FakeOpenAi extends FakeProvider {
    private static final String DONE = "data: [DONE]\n\n";

    FakeOpenAi() throws IOException {
        super("/v1/chat/completions", "Authorization");
    }

    @Override
    String address() {
        return super.address() + "/v1";
    }

    @Override
    FakeOpenAi calls(String tool, String arguments) {
        int half = arguments.length() / 2;
        add(List.of(
                delta(
                        "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"index\":0,\"id\":\"call_1\",\"type\":"
                                + "\"function\",\"function\":{\"name\":\"" + tool + "\",\"arguments\":"
                                + quoted(arguments.substring(0, half)) + "}}]}"),
                delta("{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":" + quoted(arguments.substring(half))
                        + "}}]}"),
                last("tool_calls"),
                DONE));
        return this;
    }

    @Override
    FakeOpenAi says(String... words) {
        List<String> turn = new ArrayList<>();
        for (String word : words) {
            turn.add(delta("{\"content\":" + quoted(word) + "}"));
        }
        turn.add(last("stop"));
        turn.add(DONE);
        add(turn);
        return this;
    }

    /** Adds a turn that refuses. */
    void refuses(String text) {
        add(List.of(delta("{\"role\":\"assistant\",\"refusal\":" + quoted(text) + "}"), last("stop"), DONE));
    }

    private static String delta(String delta) {
        return chunk("\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":null}]");
    }

    private static String last(String reason) {
        return chunk("\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"" + reason + "\"}],"
                + "\"usage\":{\"prompt_tokens\":120,\"completion_tokens\":30,\"total_tokens\":150}");
    }

    private static String chunk(String fields) {
        String json =
                "{\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"played\"," + fields + "}";
        return "data: " + Json.text(Json.objectOf(json)) + "\n\n";
    }
}
