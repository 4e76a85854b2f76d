package dev.mooring.mcp.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.mooring.mcp.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class ParamHeadersTest {
    @Nested
    class Annotations {
        @Test
        void anAnnotationOfAPropertyIsRead() throws Exception {
            assertThat(ofProperties("'region':{'type':'string','x-mcp-header':'Region'},'query':{'type':'string'}")
                            .byHeader())
                    .isEqualTo(Map.of("Mcp-Param-Region", List.of("region")));
        }

        @Test
        void annotationsOfNestedPropertiesAreRead() throws Exception {
            assertThat(ofProperties(
                                    "'a':{'type':'object','properties':{'b':{'properties':"
                                            + "{'c':{'type':'boolean','x-mcp-header':'C'}}},'d':{'type':'integer','x-mcp-header':'D'}}}")
                            .byHeader())
                    .isEqualTo(Map.of("Mcp-Param-C", List.of("a", "b", "c"), "Mcp-Param-D", List.of("a", "d")));
        }

        @ParameterizedTest
        @ValueSource(strings = {"a", "X-1", "!#$%&*+-.^_`|~", "Method", "0"})
        void anyTokenIsAValidHeaderName(String name) throws Exception {
            assertThat(ofProperties("'p':{'type':'string','x-mcp-header':'" + name + "'}")
                            .byHeader())
                    .containsOnlyKeys("Mcp-Param-" + name);
        }

        @Test
        void propertiesMayBeNamedLikeKeywords() throws Exception {
            assertThat(ofProperties("'x-mcp-header':{'type':'string'}").byHeader())
                    .isEmpty();
            assertThat(ofProperties("'x-mcp-header':{'type':'string','x-mcp-header':'Odd'}")
                            .byHeader())
                    .isEqualTo(Map.of("Mcp-Param-Odd", List.of("x-mcp-header")));
            assertThat(ofProperties(
                                    "'items':{'type':'string','x-mcp-header':'I'},'default':{'type':'string','x-mcp-header':'D'},"
                                            + "'properties':{'type':'string','x-mcp-header':'P'}")
                            .byHeader())
                    .isEqualTo(Map.of(
                            "Mcp-Param-I",
                            List.of("items"),
                            "Mcp-Param-D",
                            List.of("default"),
                            "Mcp-Param-P",
                            List.of("properties")));
            assertThat(of("{'type':'array','items':{'properties':{'x-mcp-header':{'type':'string'}}}}")
                            .byHeader())
                    .isEmpty();
        }

        @Test
        void annotationsInDataAreIgnored() throws Exception {
            String data = "{'x-mcp-header':'No','properties':{'p':{'x-mcp-header':''}}}";
            for (String keyword : List.of("default", "const")) {
                assertThat(of("{'" + keyword + "':" + data + "}").byHeader()).isEmpty();
                assertThat(of("{'items':{'" + keyword + "':" + data + "}}").byHeader())
                        .isEmpty();
            }
            for (String keyword : List.of("enum", "examples")) {
                assertThat(of("{'" + keyword + "':[" + data + "]}").byHeader()).isEmpty();
                assertThat(ofProperties("'p':{'" + keyword + "':[" + data + "]}")
                                .byHeader())
                        .isEmpty();
            }
        }

        @Test
        void aSchemaWithoutAnnotationsHasNoHeaders() throws Exception {
            assertThat(of("{}")).isSameAs(ParamHeaders.NONE);
            assertThat(
                            of(
                                    "{'type':'object','properties':{'a':true,'b':{'items':[{},false]}},'required':['x-mcp-header']}"))
                    .isSameAs(ParamHeaders.NONE);
        }
    }

    @Nested
    class InvalidAnnotations {
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "''",
                    "' '",
                    "'a b'",
                    "'a:b'",
                    "'Régime'",
                    "'a\\nb'",
                    "'a\\r'",
                    "'\\u0000'",
                    "'a,b'",
                    "'a/b'",
                    "'(a)'",
                    "5",
                    "null",
                    "true",
                    "['a']",
                    "{}",
                })
        void anInvalidHeaderNameIsRejected(String annotation) {
            assertInvalid("{'properties':{'p':{'type':'string','x-mcp-header':" + annotation + "}}}");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "'type':'number'",
                    "'type':'object'",
                    "'type':'array'",
                    "'type':'null'",
                    "'type':['string','null']",
                    "'enum':['a']",
                    "'type':'text'",
                    "'title':'no type at all'",
                })
        void onlyStringIntegerAndBooleanMayBeAnnotated(String type) {
            assertInvalid("{'properties':{'p':{" + type + ",'x-mcp-header':'P'}}}");
        }

        @Test
        void duplicateHeaderNamesAreRejectedInAnyCase() {
            assertInvalid(
                    "{'properties':{'a':{'type':'string','x-mcp-header':'Same'},'b':{'type':'string','x-mcp-header':'Same'}}}");
            assertInvalid(
                    "{'properties':{'a':{'type':'string','x-mcp-header':'same'},'o':{'properties':{'b':{'type':'string','x-mcp-header':'SAME'}}}}}");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "'items':@",
                    "'items':[@]",
                    "'prefixItems':[{},@]",
                    "'contains':@",
                    "'unevaluatedItems':@",
                    "'oneOf':[@]",
                    "'anyOf':[{'type':'string'},@]",
                    "'allOf':[{'properties':{'q':@}}]",
                    "'not':@",
                    "'if':@",
                    "'then':{'properties':{'q':@}}",
                    "'else':@",
                    "'additionalProperties':@",
                    "'propertyNames':@",
                    "'unevaluatedProperties':@",
                    "'patternProperties':{'^a':@}",
                    "'dependentSchemas':{'a':@}",
                    "'$defs':{'d':@}",
                    "'definitions':{'d':@}",
                    "'$defs':{'d':{'properties':{'q':@}}}",
                    "'$defs':{'default':@}",
                    "'contentSchema':@",
                    "'properties':{'p':{'items':@}}",
                    "'properties':{'p':{'anyOf':[@]}}",
                    "'properties':{'p':{'properties':{'q':{'if':{'properties':{'default':@}}}}}}",
                })
        void annotationsThatPropertiesAloneDoNotReachAreRejected(String keyword) {
            assertInvalid("{" + keyword.replace("@", "{'type':'string','x-mcp-header':'Hidden'}") + "}");
        }

        @Test
        void anAnnotationAtTheRootIsRejected() {
            assertInvalid("{'type':'string','x-mcp-header':'Root'}");
        }

        private static void assertInvalid(String schema) {
            assertThatExceptionOfType(ParamHeaders.InvalidAnnotation.class)
                    .isThrownBy(() -> of(schema))
                    .withMessageContaining("x-mcp-header");
        }
    }

    @Nested
    class Values {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "'us-west1'|us-west1",
                    "42|42",
                    "-7|-7",
                    "42.0|42",
                    "4.2e1|42",
                    "9007199254740991|9007199254740991",
                    "true|true",
                    "false|false",
                    "'Hello, 世界'|=?base64?SGVsbG8sIOS4lueVjA==?=",
                    "' padded '|=?base64?IHBhZGRlZCA=?=",
                })
        void valuesHaveTheSpecifiedForm(String value, String header) throws Exception {
            assertThat(annotated().valuesFor(json("{'p':" + value + "}"))).isEqualTo(Map.of("Mcp-Param-P", header));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"{}", "{'p':null}", "{'q':1}", "{'p':{}}", "{'p':[1]}", "{'p':1.5}", "{'p':1e999999999}"})
        void absentAndUnsuitableArgumentsHaveNoHeader(String arguments) throws Exception {
            assertThat(annotated().valuesFor(json(arguments))).isEmpty();
        }

        @Test
        void aCallWithoutArgumentsHasNoHeaders() throws Exception {
            assertThat(annotated().valuesFor(null)).isEmpty();
            assertThat(ParamHeaders.NONE.valuesFor(json("{'p':1}"))).isEmpty();
        }

        @Test
        void valuesAreReadFromTheirExactPath() throws Exception {
            ParamHeaders headers = ofProperties("'o':{'properties':{'p':{'type':'string','x-mcp-header':'P'}}}");

            assertThat(headers.valuesFor(json("{'p':'outside','o':{'p':'inside'}}")))
                    .isEqualTo(Map.of("Mcp-Param-P", "inside"));
            assertThat(headers.valuesFor(json("{'p':'outside'}"))).isEmpty();
            assertThat(headers.valuesFor(json("{'o':'text'}"))).isEmpty();
        }
    }

    @Nested
    class ReceivedHeaders {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                nullValues = "-",
                value = {
                    "{'p':'x'}|x",
                    "{'p':'x'}|=?base64?eA==?=",
                    "{'p':''}|''",
                    "{'p':42}|42",
                    "{'p':42}|42.0",
                    "{'p':42.0}|4.2e1",
                    "{'p':42}|=?base64?NDI=?=",
                    "{'p':true}|true",
                    "{'p':null}|-",
                    "{}|-",
                })
        void aHeaderMatchesEqualArguments(String arguments, @Nullable String received) throws Exception {
            assertThat(annotated().matches("Mcp-Param-P", received, json(arguments)))
                    .isTrue();
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                nullValues = "-",
                value = {
                    "{'p':'x'}|X",
                    "{'p':'x'}|-",
                    "{'p':'42'}|42.0",
                    "{'p':42}|43",
                    "{'p':42}|forty-two",
                    "{'p':9007199254740993}|9007199254740992",
                    "{'p':true}|True",
                    "{'p':'x'}|=?base64?***?=",
                    "{'p':null}|null",
                    "{'p':null}|''",
                    "{}|x",
                    "{'p':'é'}|é",
                    "{'p':1e999999999}|1",
                })
        void aHeaderDoesNotMatchOtherArguments(String arguments, @Nullable String received) throws Exception {
            assertThat(annotated().matches("Mcp-Param-P", received, json(arguments)))
                    .isFalse();
        }
    }

    private static ParamHeaders annotated() throws ParamHeaders.InvalidAnnotation {
        return ofProperties("'p':{'type':'string','x-mcp-header':'P'}");
    }

    private static ParamHeaders ofProperties(String properties) throws ParamHeaders.InvalidAnnotation {
        return of("{'type':'object','properties':{" + properties + "}}");
    }

    private static ParamHeaders of(String schema) throws ParamHeaders.InvalidAnnotation {
        return ParamHeaders.of(json(schema));
    }

    private static ObjectNode json(String text) {
        return Json.objectOf(text.replace('\'', '"'));
    }
}
