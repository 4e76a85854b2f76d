package dev.mooring.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class JsonSchemaTest {
    @Nested
    class Faults {
        @Test
        void faultsNameTheirLocation() throws Exception {
            JsonSchema schema = compile("{'type':'object','properties':{'path':{'type':'string'},"
                    + "'lines':{'type':'array','items':{'type':'integer'}}},'required':['path']}");

            assertThat(schema.faultsOf(json("{'path':'a','lines':[1,2]}"))).isEmpty();
            assertThat(schema.faultsOf(json("{'lines':[1,'two']}")))
                    .hasSize(2)
                    .anySatisfy(fault -> assertThat(fault).contains("path").contains("required"))
                    .anySatisfy(fault ->
                            assertThat(fault).contains("lines").contains("1").contains("integer"));
        }

        @Test
        void atMostTenFaultsAreReported() throws Exception {
            String values = "0,".repeat(1000) + "0";

            assertThat(compile("{'items':{'type':'string'}}").faultsOf(json("[" + values + "]")))
                    .hasSizeBetween(1, 10);
        }

        @Test
        void faultsAreFoundInNumbersBeyondDoublePrecision() throws Exception {
            JsonSchema schema = compile("{'maximum':9007199254740992}");

            assertThat(schema.faultsOf(json("9007199254740992"))).isEmpty();
            assertThat(schema.faultsOf(json("9007199254740993"))).isNotEmpty();
        }

        @Test
        void anIntegerMayHaveAZeroFraction() throws Exception {
            assertThat(compile("{'type':'integer'}").faultsOf(json("42.0"))).isEmpty();
        }
    }

    @Nested
    class Dialect {
        @Test
        void theDefaultDialectIs2020_12() throws Exception {
            JsonSchema schema = compile("{'prefixItems':[{'type':'integer'}]}");

            assertThat(schema.faultsOf(json("['text']"))).isNotEmpty();
        }

        @ParameterizedTest
        @ValueSource(strings = {"http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-07/schema"})
        void aSchemaMayDeclareDraft07(String dialect) throws Exception {
            JsonSchema schema = compile(
                    "{'$schema':'" + dialect + "','items':[{'type':'integer'}],'prefixItems':[{'type':'boolean'}]}");

            assertThat(schema.faultsOf(json("[1]"))).isEmpty();
            assertThat(schema.faultsOf(json("['text']"))).isNotEmpty();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "https://json-schema.org/draft/2020-12/schema",
                    "https://json-schema.org/draft/2019-09/schema",
                    "http://json-schema.org/draft-06/schema#",
                    "http://json-schema.org/draft-04/schema#",
                })
        void aSchemaMayDeclareAnyOtherDialect(String dialect) throws Exception {
            JsonSchema schema = compile("{'$schema':'" + dialect + "','type':'object','required':['a']}");

            assertThat(schema.faultsOf(json("{'a':1}"))).isEmpty();
            assertThat(schema.faultsOf(json("{}"))).isNotEmpty();
        }
    }

    @Nested
    class References {
        @Test
        void referencesWithinTheDocumentAreResolved() throws Exception {
            JsonSchema schema = compile("{'$defs':{'id':{'$anchor':'named','type':'string','pattern':'^[a-z]+$'}},"
                    + "'properties':{'a':{'$ref':'#/$defs/id'},'b':{'$ref':'#named'}}}");

            assertThat(schema.faultsOf(json("{'a':'x','b':'y'}"))).isEmpty();
            assertThat(schema.faultsOf(json("{'a':'X','b':'Y'}"))).hasSize(2);
        }

        @Test
        void recursiveReferencesDescribeTrees() throws Exception {
            JsonSchema schema = compile("{'type':'object','properties':{'name':{'type':'string'},"
                    + "'children':{'type':'array','items':{'$ref':'#'}}},'required':['name']}");

            assertThat(schema.faultsOf(json("{'name':'a','children':[{'name':'b','children':[]}]}")))
                    .isEmpty();
            assertThat(schema.faultsOf(json("{'name':'a','children':[{'name':'b','children':[{}]}]}")))
                    .singleElement()
                    .asString()
                    .contains("children")
                    .contains("name");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{'$ref':'#'}",
                    "{'allOf':[{'$ref':'#'}]}",
                    "{'$defs':{'a':{'$ref':'#/$defs/b'},'b':{'$ref':'#/$defs/a'}},'$ref':'#/$defs/a'}",
                })
        void circularReferencesDoNotCrashTheValidator(String text) throws MalformedJson {
            try {
                assertThat(compile(text).faultsOf(json("{}"))).isNotNull();
            } catch (JsonSchema.UnusableSchema e) {
                assertThat(e).hasMessageContaining("itself");
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"{'$ref':'#/$defs/absent'}", "{'properties':{'a':{'$ref':'#absent'}}}"})
        void danglingReferencesMakeTheSchemaUnusable(String text) {
            assertThatExceptionOfType(JsonSchema.UnusableSchema.class).isThrownBy(() -> compile(text));
        }

        @Test
        void referencesToAnotherServerAreNeverFetched() throws Exception {
            AtomicInteger requests = new AtomicInteger();
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                requests.incrementAndGet();
                byte[] schema = Json.bytes(Json.objectOf("{\"type\":\"string\"}"));
                exchange.getResponseHeaders().add("Content-Type", "application/schema+json");
                exchange.sendResponseHeaders(200, schema.length);
                exchange.getResponseBody().write(schema);
                exchange.close();
            });
            server.start();
            try {
                String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/schema.json";
                for (String text : List.of(
                        "{'$ref':'@'}",
                        "{'properties':{'a':{'$ref':'@#/x'}}}",
                        "{'$id':'@','properties':{'a':{'$ref':'other.json'}}}",
                        "{'$dynamicRef':'@'}",
                        "{'$schema':'@'}",
                        "{'$schema':'http://json-schema.org/draft-07/schema#','properties':{'a':{'$ref':'@'}}}",
                        "{'anyOf':[{'type':'object'},{'$ref':'@'}]}")) {
                    assertThat(usability(text.replace("@", address))).as(text).isNotEqualTo("usable");
                }
                assertThat(requests).hasValue(0);
            } finally {
                server.stop(0);
            }
        }

        /** Describes why a schema is unusable. The validator may resolve a reference only on use, and must report it then. */
        private static String usability(String text) throws MalformedJson {
            try {
                List<String> faults = compile(text).faultsOf(json("{'a':'text'}"));
                return faults.toString().contains("cannot be applied") ? faults.toString() : "usable";
            } catch (JsonSchema.UnusableSchema e) {
                return String.valueOf(e.getMessage());
            }
        }

        @Test
        void referencesToFilesAreNeverRead(@TempDir Path folder) throws Exception {
            Path file = Files.writeString(folder.resolve("schema.json"), "{\"type\":\"string\"}");

            assertThatExceptionOfType(JsonSchema.UnusableSchema.class)
                    .isThrownBy(() -> compile("{'properties':{'a':{'$ref':'" + file.toUri() + "'}}}"));
        }

        @Test
        void schemasWithTheSameIdDoNotAffectEachOther() throws Exception {
            JsonSchema one = compile("{'$id':'https://example.com/s','type':'string'}");
            JsonSchema other = compile("{'$id':'https://example.com/s','type':'integer'}");

            assertThat(one.faultsOf(json("'text'"))).isEmpty();
            assertThat(other.faultsOf(json("'text'"))).isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'pattern':'('}", "{'$schema':'https://example.com/unknown'}"})
    void anInvalidSchemaIsUnusable(String text) {
        assertThatExceptionOfType(JsonSchema.UnusableSchema.class)
                .isThrownBy(() -> compile(text))
                .satisfies(e -> assertThat(e.getMessage()).isNotBlank().doesNotContain("\n"));
    }

    private static JsonSchema compile(String text) throws JsonSchema.UnusableSchema {
        return JsonSchema.compile(Json.objectOf(text.replace('\'', '"')));
    }

    private static JsonNode json(String text) throws MalformedJson {
        return Json.parse(text.replace('\'', '"'));
    }
}
