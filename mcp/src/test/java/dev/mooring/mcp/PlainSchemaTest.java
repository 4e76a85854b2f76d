package dev.mooring.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class PlainSchemaTest {
    private static final List<String> VALUES = List.of(
            "null", "true", "0", "-1", "1.0", "1.5", "1e2", "12345678901234567890", "\"\"", "\"x\"", "[]", "[1]", "{}");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"object\"}",
                "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"type\":\"object\","
                        + "\"properties\":{\"a\":{\"type\":\"integer\"}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}},\"required\":[\"a\"]}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"},\"b\":{\"type\":\"number\"}},"
                        + "\"additionalProperties\":false}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"boolean\",\"description\":\"d\"},"
                        + "\"b\":{\"type\":\"null\"}},\"required\":[\"b\",\"a\"]}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"array\"},\"b\":{\"type\":\"object\"}},"
                        + "\"additionalProperties\":true}"
            })
    void thePlainSchemaAcceptsOnlyWhatFullValidationAccepts(String text) throws Exception {
        PlainSchema plain = Objects.requireNonNull(PlainSchema.of(Json.objectOf(text)));
        Schema whole = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Json.parse(text));
        int accepted = 0;
        for (String a : VALUES) {
            for (String b : VALUES) {
                for (String form :
                        List.of("{\"a\":%s,\"b\":%s}", "{\"a\":%s,\"c\":%s}", "{\"b\":%s,\"a\":%s}", "[%s,%s]")) {
                    JsonNode value = Json.parse(form.formatted(a, b));
                    if (plain.certainlyAccepts(value)) {
                        assertThat(whole.validate(value))
                                .describedAs("%s", value)
                                .isEmpty();
                        accepted++;
                    }
                }
            }
        }
        assertThat(accepted).isPositive();
    }

    @Test
    void schemasWithOtherKeywordsAreNotPlain() {
        for (String text : List.of(
                "{}",
                "{\"type\":[\"object\"]}",
                "{\"type\":\"string\"}",
                "{\"type\":\"object\",\"minProperties\":1}",
                "{\"type\":\"object\",\"properties\":{\"a\":{}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":true}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"minLength\":1}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":[\"string\",\"null\"]}}}",
                "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}",
                "{\"type\":\"object\",\"$ref\":\"#/$defs/x\",\"$defs\":{\"x\":{}}}")) {
            assertThat(PlainSchema.of(Json.objectOf(text))).describedAs(text).isNull();
        }
    }
}
