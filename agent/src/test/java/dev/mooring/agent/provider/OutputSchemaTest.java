package dev.mooring.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputSchemaTest {
    private static OutputSchema convert(String schema) {
        return Objects.requireNonNull(OutputSchema.of(Json.objectOf(schema)));
    }

    private static void assertConverted(String schema, String expected) {
        assertThat(convert(schema).json()).isEqualTo(Json.objectOf(expected));
    }

    @Test
    void objectsAreClosed() {
        assertConverted("""
            {"type":"object","properties":{"a":{"type":["object","null"],"properties":{"b":{"type":"string"}}}}}\
            """, """
            {"type":"object","properties":{"a":{"type":["object","null"],"properties":{"b":{"type":"string"}},"additionalProperties":false}},"additionalProperties":false}\
            """);
    }

    @Test
    void constraintsAreLeftOut() {
        assertConverted("""
            {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"T","type":"object","minProperties":1,"properties":{
             "a":{"type":"string","pattern":"x","format":"uri","description":"A link"},
             "b":{"type":"array","minItems":3,"items":{"type":"number","minimum":0}}}}\
            """, """
            {"type":"object","properties":{"a":{"type":"string","description":"A link"},"b":{"type":"array","items":{"type":"number"}}},"additionalProperties":false}\
            """);
    }

    @Test
    void alternativesAndConstantsAreKept() {
        assertConverted("""
            {"type":"object","properties":{"a":{"oneOf":[{"const":"x"},{"type":"object","properties":{"n":{"enum":[1,2]}}}]}}}\
            """, """
            {"type":"object","properties":{"a":{"anyOf":[{"enum":["x"]},{"type":"object","properties":{"n":{"enum":[1,2]}},"additionalProperties":false}]}},"additionalProperties":false}\
            """);
    }

    @Test
    void definitionsAreKeptAndReferencesStandAlone() {
        assertConverted("""
            {"type":"object","properties":{"a":{"$ref":"#/$defs/p","description":"A person"}},"$defs":{"p":{"type":"object","properties":{"name":{"type":"string","minLength":1}}}}}\
            """, """
            {"type":"object","properties":{"a":{"$ref":"#/$defs/p"}},"$defs":{"p":{"type":"object","properties":{"name":{"type":"string"}},"additionalProperties":false}},"additionalProperties":false}\
            """);
    }

    @Test
    void schemaThatRequiresAllPropertiesIsStrict() {
        String inner = "{\"type\":\"object\",\"properties\":{\"b\":{\"type\":\"string\"}}%s}";
        String outer = "{\"type\":\"object\",\"properties\":{\"a\":" + inner + "},\"required\":[\"a\"]}";
        assertThat(convert(outer.formatted(",\"required\":[\"b\"]")).requiresAll())
                .isTrue();
        assertThat(convert(outer.formatted("")).requiresAll()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}",
                "{\"type\":[\"object\",\"null\"],\"properties\":{\"a\":{}}}",
                "{\"anyOf\":[{\"type\":\"object\",\"properties\":{\"a\":{}}},{\"type\":\"string\"}]}",
                "{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"type\":\"object\"}}}"
            })
    void schemaWithoutAnObjectAtItsRootIsNotConverted(String schema) {
        assertThat(OutputSchema.of(Json.objectOf(schema))).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"object\"}",
                "{\"properties\":{\"a\":{}},\"additionalProperties\":{\"type\":\"string\"}}",
                "{\"properties\":{\"a\":{}},\"additionalProperties\":true}",
                "{\"properties\":{\"a\":{}},\"patternProperties\":{\"^x\":{}}}",
                "{\"properties\":{\"a\":{}},\"required\":[\"b\"]}",
                "{\"properties\":{\"a\":{}},\"allOf\":[{\"properties\":{\"b\":{}}}]}",
                "{\"properties\":{\"a\":{}},\"$ref\":\"#/$defs/p\"}",
                "{\"$ref\":\"#/properties/other\"}"
            })
    void schemaThatClosedObjectsCannotExpressIsNotConverted(String inner) {
        String schema = "{\"type\":\"object\",\"properties\":{\"a\":" + inner + "}}";
        assertThat(OutputSchema.of(Json.objectOf(schema))).isNull();
    }
}
