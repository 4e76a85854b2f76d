package dev.mooring.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ToolSchemaTest {
    private static ObjectNode convert(String schema) {
        return ToolSchema.convert(Json.objectOf(schema), false);
    }

    @Test
    void ordinarySchemaIsUnchanged() {
        String schema = """
            {"type":"object","properties":{"a":{"type":"string","format":"uri","anyOf":[{"minLength":1}]}},"required":["a"],"additionalProperties":false}\
            """;
        assertThat(convert(schema)).isEqualTo(Json.objectOf(schema));
    }

    @Test
    void emptySchemaBecomesAnObject() {
        assertThat(convert("{}")).isEqualTo(Json.objectOf("{\"type\":\"object\",\"properties\":{}}"));
    }

    @Test
    void referenceAtTheRootIsResolved() {
        ObjectNode schema = convert("""
            {"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"type":"object","properties":{"x":{"type":"null"}}}}}\
            """);
        assertThat(schema.at("/properties/x/type").stringValue()).isEqualTo("null");
        assertThat(schema.has("$ref")).isFalse();
        assertThat(schema.has("$defs")).isTrue();
    }

    @Test
    void cyclicReferenceBecomesAnEmptyObject() {
        assertThat(convert("{\"$ref\":\"#\"}").path("type").stringValue()).isEqualTo("object");
    }

    @Test
    void allOfIsMerged() {
        ObjectNode schema = convert("""
            {"allOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"properties":{"b":{"type":"string"}},"required":["b"]}]}\
            """);
        assertThat(Json.text(schema.path("required"))).isEqualTo("[\"a\",\"b\"]");
        assertThat(schema.path("properties").size()).isEqualTo(2);
    }

    @Test
    void alternativesRequireOnlyTheirCommonProperties() {
        ObjectNode schema = convert("""
            {"description":"Finds.","required":["z"],"oneOf":[{"required":["a","b"]},{"required":["a","c"]}]}\
            """);
        assertThat(Json.text(schema.path("required"))).isEqualTo("[\"z\",\"a\"]");
        assertThat(schema.path("description").stringValue()).startsWith("Finds. Must match exactly one of: [");
    }
}
