package dev.mooring.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {
    @Nested
    class Kinds {
        @Test
        void aMethodWithAnIdIsARequest() throws Exception {
            assertThat(read("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\",\"params\":{\"a\":1}}"))
                    .isEqualTo(new Message.Request(RequestId.of(7), "ping", Json.objectOf("{\"a\":1}")));
            assertThat(read("{\"jsonrpc\":\"2.0\",\"id\":\"seven\",\"method\":\"ping\"}"))
                    .isEqualTo(new Message.Request(RequestId.of("seven"), "ping", null));
        }

        @Test
        void aMethodWithoutAnIdIsANotification() throws Exception {
            assertThat(read("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"))
                    .isEqualTo(new Message.Notification("notifications/initialized", null));
        }

        @Test
        void anObjectResultIsAResult() throws Exception {
            assertThat(read("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"_meta\":{},\"unknown\":[1]}}"))
                    .isEqualTo(new Message.Result(RequestId.of(1), Json.objectOf("{\"_meta\":{},\"unknown\":[1]}")));
        }

        @Test
        void anErrorIsAFailureWithOrWithoutAnId() throws Exception {
            McpError error = new McpError(-32601, "no such method");

            assertThat(
                            read(
                                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"no such method\"}}"))
                    .isEqualTo(new Message.ErrorResponse(RequestId.of(1), error));
            assertThat(
                            read(
                                    "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32601,\"message\":\"no such method\"}}"))
                    .isEqualTo(new Message.ErrorResponse(null, error));
            assertThat(read("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32601,\"message\":\"no such method\"}}"))
                    .isEqualTo(new Message.ErrorResponse(null, error));
        }
    }

    @Nested
    class Output {
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\",\"params\":{\"z\":1,\"a\":[]}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{}}",
                    "{\"jsonrpc\":\"2.0\",\"method\":\"m\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":123456789012345678901,\"result\":{\"n\":1.50}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-1,\"message\":\"m\",\"data\":[1]}}",
                    "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-1,\"message\":\"m\"}}",
                })
        void aMessageIsWrittenAsItWasRead(String text) throws Exception {
            assertThat(Json.text(read(text).toJson())).isEqualTo(text);
            assertThat(read(text).toBytes()).asString().isEqualTo(text);
        }
    }

    @Nested
    class MalformedMessages {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                nullValues = "-",
                value = {
                    "[]|-|batch",
                    "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}]|-|batch",
                    "\"text\"|-|object",
                    "null|-|object",
                    "{}|-|jsonrpc",
                    "{\"id\":1,\"method\":\"m\"}|1|jsonrpc",
                    "{\"jsonrpc\":2.0,\"id\":1,\"method\":\"m\"}|1|jsonrpc",
                    "{\"jsonrpc\":\"1.0\",\"id\":\"a\",\"method\":\"m\"}|\"a\"|jsonrpc",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}|1|method",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":null}|1|method",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":[1]}|1|params",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":null}|1|params",
                    "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"m\"}|-|id",
                    "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"m\"}|-|id",
                    "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"m\"}|-|id",
                    "{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"m\"}|-|id",
                    "{\"jsonrpc\":\"2.0\",\"result\":{}}|-|id",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":[]}|1|result",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":\"bad\"}|1|error",
                    "{\"jsonrpc\":\"2.0\",\"id\":[],\"error\":{\"code\":1,\"message\":\"m\"}}|-|id",
                    "{\"jsonrpc\":\"2.0\",\"id\":1}|1|must have a",
                })
        void aMalformedMessageIsDescribedAndKeepsItsId(String text, @Nullable String id, String word) {
            assertThatExceptionOfType(MalformedMessage.class)
                    .isThrownBy(() -> read(text))
                    .withMessageContaining(word)
                    .satisfies(e -> assertThat(e.id() == null ? null : e.id().toString())
                            .isEqualTo(id));
        }
    }

    @Nested
    class Ids {
        @Test
        void anIdKeepsItsType() {
            assertThat(RequestId.of(1)).isNotEqualTo(RequestId.of("1"));
            assertThat(RequestId.of("a")).isEqualTo(RequestId.of("a")).hasToString("\"a\"");
        }

        @ParameterizedTest
        @ValueSource(longs = {0, 7, -1, Integer.MAX_VALUE, Integer.MAX_VALUE + 1L, Long.MAX_VALUE, Long.MIN_VALUE})
        void aCreatedIdEqualsAParsedOne(long number) throws Exception {
            assertThat(new RequestId(Json.parse(String.valueOf(number)))).isEqualTo(RequestId.of(number));
        }

        @Test
        void anIdMustBeAStringOrAnInteger() {
            assertThatIllegalArgumentException().isThrownBy(() -> new RequestId(Json.object()));
            assertThat(RequestId.isValid(Json.objectOf("{\"x\":1.0}").get("x"))).isFalse();
            assertThat(RequestId.isValid(null)).isFalse();
        }
    }

    @Nested
    class Errors {
        @Test
        void anErrorWithoutAValidCodeIsAnInternalError() throws Exception {
            for (String code : new String[] {"\"x\"", "1.5", "99999999999", "null", "{}"}) {
                assertThat(error("{\"code\":" + code + ",\"message\":\"m\"}"))
                        .isEqualTo(new McpError(McpError.INTERNAL_ERROR, "m"));
            }
            assertThat(error("{}").code()).isEqualTo(McpError.INTERNAL_ERROR);
            assertThat(error("{\"code\":5}").message()).isNotBlank();
        }

        @Test
        void anErrorKeepsItsData() throws Exception {
            assertThat(error("{\"code\":1,\"message\":\"m\",\"data\":{\"z\":1,\"a\":2}}")
                            .data())
                    .hasToString("{\"z\":1,\"a\":2}");
        }

        @Test
        void isModernOnlyIdentifiesErrorsOfModernServers() {
            assertThat(McpError.headerMismatch("x").isModernOnly()).isTrue();
            assertThat(McpError.missingCapability("sampling", Json.object()).isModernOnly())
                    .isTrue();
            assertThat(McpError.unsupportedVersion("1900-01-01", ProtocolVersion.SUPPORTED)
                            .isModernOnly())
                    .isTrue();
            assertThat(McpError.methodNotFound("x").isModernOnly()).isFalse();
            assertThat(McpError.invalidParams("x").isModernOnly()).isFalse();
            assertThat(McpError.internal().isModernOnly()).isFalse();
        }

        @Test
        void anUnsupportedVersionErrorListsTheSupportedVersions() {
            McpError error = McpError.unsupportedVersion(
                    "1900-01-01", java.util.List.of(ProtocolVersion.V2026_07_28, ProtocolVersion.V2025_11_25));

            assertThat(error.code()).isEqualTo(-32022);
            assertThat(error.data())
                    .hasToString("{\"supported\":[\"2026-07-28\",\"2025-11-25\"],\"requested\":\"1900-01-01\"}");
        }

        @Test
        void aMissingCapabilityErrorHasTheSpecifiedForm() {
            McpError error = McpError.missingCapability("sampling", Json.objectOf("{\"sampling\":{}}"));

            assertThat(error.code()).isEqualTo(-32021);
            assertThat(error.data()).hasToString("{\"requiredCapabilities\":{\"sampling\":{}}}");
        }

        private static McpError error(String json) throws Exception {
            return ((Message.ErrorResponse) read("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":" + json + "}")).error();
        }
    }

    private static Message read(String text) throws Exception {
        return Message.from(Json.parse(text));
    }
}
