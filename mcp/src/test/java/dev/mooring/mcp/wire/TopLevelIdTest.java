package dev.mooring.mcp.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.RequestId;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopLevelIdTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"id\":5}|5",
                "{\"id\":5,\"result\":{}}|5",
                "{\"jsonrpc\":\"2.0\",\"result\":{},\"id\":5}|5",
                " { \"result\" : [ ] , \"id\" : 5 } |5",
                "{\"id\":-12,\"a\":1}|-12",
                "{\"result\":{\"id\":1,\"deeper\":[{\"id\":2}]},\"id\":3}|3",
                "{\"id\":3,\"result\":{\"id\":1}}|3",
                "{\"a\":[1,{\"id\":9},[\"id\",8]],\"id\":3}|3",
                "{\"a\":\"\\\",\\\"id\\\":9,\\\"\",\"id\":3}|3",
                "{\"a\":\"\\\\\",\"id\":3}|3",
                "{\"a\":\"}}]]\",\"id\":3}|3",
                "{\"a\":\"id\",\"id\":3}|3",
                "{\"id\":3,\"a\":\"id\"}|3",
                "{\"id\":3,\"cut\":\"off|3",
                "{\"id\":\"five\",\"a\":1}|\"five\"",
                "{\"a\":1,\"id\":\"5\"}|\"5\"",
                "{\"id\":\"a\\\"b\"}|\"a\\\"b\"",
                "{\"id\":99999999999999999999999999}|99999999999999999999999999",
            })
    void theTopLevelIdIsFoundAtAnyPosition(String json, String id) {
        assertThat(idIn(json, json.length())).map(RequestId::toString).hasValue(id);
        assertThat(idIn(json, 1)).as("byte by byte").map(RequestId::toString).hasValue(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "",
                "not json",
                "{\"result\":{\"id\":5}}",
                "[{\"id\":5}]",
                "{\"ID\":5}",
                "{\"identity\":5}",
                "{\"\\\"id\":5}",
                "{\"id\":null}",
                "{\"id\":5.5}",
                "{\"id\":{\"id\":5}}",
                "{\"id\":[5]}",
                "{\"result\":{\"a\":1,\"id\":5},\"b\":\"id\"}",
                "{\"id\":5",
            })
    void nestedAndInvalidIdsAreNotFound(String json) {
        assertThat(idIn(json, Math.max(1, json.length()))).isEmpty();
    }

    private static Optional<RequestId> idIn(String json, int atOnce) {
        byte[] bytes = json.getBytes(UTF_8);
        TopLevelId id = new TopLevelId();
        for (int from = 0; from < bytes.length; from += atOnce) {
            id.feed(bytes, from, Math.min(bytes.length, from + atOnce));
        }
        return id.value();
    }
}
