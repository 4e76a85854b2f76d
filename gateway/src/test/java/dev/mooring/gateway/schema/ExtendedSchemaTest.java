package dev.mooring.gateway.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.JsonSchema;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

class ExtendedSchemaTest {
    private static final String NAME = "session_id";
    private static final ObjectNode PROPERTY = Json.object().put("type", "string");

    /** The description, the schema, an accepted object and a rejected object. */
    static Stream<Arguments> schemas() {
        return Stream.of(
                Arguments.of(
                        "an open object",
                        "{'type':'object','properties':{'a':{'type':'number'}}}",
                        "{'a':1}",
                        "{'a':'x'}"),
                Arguments.of("no properties at all", "{'type':'object'}", "{'a':1}", "[]"),
                Arguments.of(
                        "a closed object",
                        "{'type':'object','properties':{'a':{}},'required':['a'],'additionalProperties':false}",
                        "{'a':1}",
                        "{'a':1,'b':2}"),
                Arguments.of(
                        "additional properties of one kind",
                        "{'type':'object','additionalProperties':{'type':'number'}}",
                        "{'a':1}",
                        "{'a':'x'}"),
                Arguments.of(
                        "unevaluated properties",
                        "{'type':'object','allOf':[{'properties':{'a':{}}}],'unevaluatedProperties':false}",
                        "{'a':1}",
                        "{'b':1}"),
                Arguments.of(
                        "closed branches",
                        "{'type':'object','oneOf':[{'properties':{'a':{}},'required':['a'],'additionalProperties':false},"
                                + "{'properties':{'b':{}},'required':['b'],'additionalProperties':false}]}",
                        "{'a':1}",
                        "{'a':1,'b':1}"),
                Arguments.of(
                        "closed branches by reference",
                        "{'type':'object','anyOf':[{'$ref':'#/$defs/A'},{'$ref':'#/$defs/B'}],'$defs':{"
                                + "'A':{'properties':{'a':{}},'required':['a'],'additionalProperties':false},"
                                + "'B':{'properties':{'b':{'$ref':'#/$defs/A'}},'required':['b'],'additionalProperties':false}}}",
                        "{'b':{'a':1}}",
                        "{'b':{'a':1,'session_id':'x'}}"),
                Arguments.of(
                        "a root reference in 2020-12",
                        "{'$ref':'#/$defs/A','$defs':{'A':{'type':'object','properties':{'a':{'type':'number'}},"
                                + "'additionalProperties':false}}}",
                        "{'a':1}",
                        "{'a':1,'b':1}"),
                Arguments.of(
                        "a root reference in draft-07",
                        "{'$schema':'http://json-schema.org/draft-07/schema#','$ref':'#/definitions/A','definitions':{"
                                + "'A':{'type':'object','properties':{'a':{'type':'number'}},'required':['a'],"
                                + "'additionalProperties':false}}}",
                        "{'a':1}",
                        "{'b':1}"),
                Arguments.of(
                        "a chain of references in draft-07",
                        "{'$schema':'http://json-schema.org/draft-07/schema#','$ref':'#/definitions/A','definitions':{"
                                + "'A':{'$ref':'#/definitions/B'},'B':{'type':'object','properties':{'a':{'type':'number'}},"
                                + "'additionalProperties':false}}}",
                        "{'a':1}",
                        "{'a':'x'}"),
                Arguments.of(
                        "branches by reference in draft-07",
                        "{'$schema':'http://json-schema.org/draft-07/schema#','type':'object',"
                                + "'oneOf':[{'$ref':'#/definitions/A'}],'definitions':{'A':{'type':'object',"
                                + "'properties':{'a':{'type':'number'}},'additionalProperties':false}}}",
                        "{'a':1}",
                        "{'b':1}"),
                Arguments.of(
                        "a definition that contains itself",
                        "{'type':'object','allOf':[{'$ref':'#/$defs/T'}],'$defs':{'T':{'type':'object','properties':{"
                                + "'child':{'$ref':'#/$defs/T'}},'additionalProperties':false}}}",
                        "{'child':{'child':{}}}",
                        "{'child':{'other':1}}"),
                Arguments.of(
                        "rules for names",
                        "{'type':'object','propertyNames':{'pattern':'^[a-c]$'}}",
                        "{'a':1}",
                        "{'abc':1}"),
                Arguments.of(
                        "a pattern that fits the name",
                        "{'type':'object','patternProperties':{'.*':{'type':'number'}}}",
                        "{'a':1}",
                        "{'a':'x'}"),
                Arguments.of(
                        "an anchored pattern that fits the name",
                        "{'type':'object','patternProperties':{'^s':{'type':'number'}},'additionalProperties':false}",
                        "{'s1':1}",
                        "{'s1':'x'}"),
                Arguments.of(
                        "a pattern with a lookahead that fits the name",
                        "{'type':'object','patternProperties':{'^(?!t)s':{'type':'number'}}}",
                        "{'s1':1}",
                        "{'s1':'x'}"),
                Arguments.of(
                        "a pattern with counts that fits the name",
                        "{'type':'object','patternProperties':{'^[a-z]{2}[a-z_]{1,20}$':{'type':'number'}}}",
                        "{'abc':1}",
                        "{'abc':'x'}"),
                Arguments.of("a limit", "{'type':'object','maxProperties':1}", "{'a':1}", "{'a':1,'b':1,'c':1}"),
                Arguments.of(
                        "conditions",
                        "{'type':'object','if':{'required':['a']},'then':{'properties':{'a':{}},"
                                + "'additionalProperties':false},'else':{'maxProperties':0}}",
                        "{'a':1}",
                        "{'a':1,'b':1}"),
                Arguments.of(
                        "dependent schemas",
                        "{'type':'object','dependentSchemas':{'a':{'properties':{'a':{}},'additionalProperties':false}}}",
                        "{'a':1}",
                        "{'a':1,'b':1}"));
    }

    private static ObjectNode json(String singleQuoted) {
        return Json.objectOf(singleQuoted.replace('\'', '"'));
    }

    private static boolean accepts(ObjectNode schema, ObjectNode value) throws Exception {
        return JsonSchema.compile(schema).faultsOf(value).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("schemas")
    void extendedSchemaAcceptsWhatTheOriginalAcceptsWithAndWithoutTheArgument(
            String description, String schema, String accepted, String rejected) throws Exception {
        ObjectNode original = json(schema);
        ObjectNode extended = ExtendedSchema.of(original, NAME, PROPERTY);

        assertThat(accepts(original, json(accepted))).isTrue();
        assertThat(accepts(extended, json(accepted))).isTrue();
        assertThat(accepts(extended, json(accepted).put(NAME, "an id"))).isTrue();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("schemas")
    void extendedSchemaRejectsWhatTheOriginalRejects(
            String description, String schema, String accepted, String rejected) throws Exception {
        if (!rejected.startsWith("{")) {
            return; // arguments are always an object
        }
        ObjectNode extended = ExtendedSchema.of(json(schema), NAME, PROPERTY);

        assertThat(accepts(json(schema), json(rejected))).isFalse();
        assertThat(accepts(extended, json(rejected))).isFalse();
        assertThat(accepts(extended, json(rejected).put(NAME, "an id"))).isFalse();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("schemas")
    void extendedSchemaRejectsAnArgumentOfTheWrongType(
            String description, String schema, String accepted, String rejected) throws Exception {
        ObjectNode extended = ExtendedSchema.of(json(schema), NAME, PROPERTY);

        assertThat(accepts(extended, json(accepted).put(NAME, 7))).isFalse();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("schemas")
    void originalSchemaDoesNotChange(String description, String schema, String accepted, String rejected) {
        ObjectNode original = json(schema);
        ExtendedSchema.of(original, NAME, PROPERTY);

        assertThat(original).isEqualTo(json(schema));
    }

    @Test
    void extensionAddsOnlyTheProperty() {
        ObjectNode original = json("{'type':'object','title':'T','x-own':[1],'properties':{'a':{'type':'number'}},"
                + "'required':['a'],'additionalProperties':false,'$defs':{'D':{'additionalProperties':false}}}");
        ObjectNode extended = ExtendedSchema.of(original, NAME, PROPERTY);
        ObjectNode expected = original.deepCopy();
        ((ObjectNode) expected.get("properties")).set(NAME, PROPERTY);

        assertThat(extended).isEqualTo(expected);
    }

    @Test
    void patternThatDoesNotMatchTheNameStays() {
        ObjectNode original = json("{'type':'object','patternProperties':{'^x-':{'type':'number'},'^[a-c]{2}$':{}}}");

        assertThat(ExtendedSchema.of(original, NAME, PROPERTY).get("patternProperties"))
                .isEqualTo(original.get("patternProperties"));
    }

    /** Patterns whose search would not end, or would need all memory. */
    static Stream<String> hostilePatterns() {
        return Stream.of(
                ".*".repeat(100) + "x",
                "$" + "(|)".repeat(100) + "x",
                "((((x{100}){100}){100}){100}){100}",
                "(".repeat(10_000) + ")".repeat(10_000));
    }

    @ParameterizedTest
    @MethodSource("hostilePatterns")
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void hostilePatternDoesNotBlockTheExtension(String pattern) {
        ObjectNode original = json("{'type':'object'}");
        original.putObject("patternProperties").putObject(pattern);

        assertThat(ExtendedSchema.of(original, NAME, PROPERTY).get("patternProperties"))
                .hasSize(1);
    }

    @Nested
    class Mentions {
        @Test
        void nameInPropertiesBranchesOrDefinitionsIsFound() {
            assertThat(ExtendedSchema.mentions(json("{'properties':{'session_id':{}}}"), NAME))
                    .isTrue();
            assertThat(ExtendedSchema.mentions(json("{'oneOf':[{'properties':{'session_id':{}}}]}"), NAME))
                    .isTrue();
            assertThat(ExtendedSchema.mentions(
                            json("{'allOf':[{'$ref':'#/$defs/A'}],'$defs':{'A':{'properties':{'session_id':{}}}}}"),
                            NAME))
                    .isTrue();
            assertThat(ExtendedSchema.mentions(json("{'required':['session_id']}"), NAME))
                    .isTrue();
        }

        @Test
        void nameInANestedValueIsNotFound() {
            assertThat(ExtendedSchema.mentions(json("{'properties':{'a':{'properties':{'session_id':{}}}}}"), NAME))
                    .isFalse();
            assertThat(ExtendedSchema.mentions(json("{'$defs':{'A':{'properties':{'session_id':{}}}}}"), NAME))
                    .isFalse();
        }
    }
}
