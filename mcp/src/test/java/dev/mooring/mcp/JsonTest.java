package dev.mooring.mcp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class JsonTest {
    @Test
    void numberWithAHugeExponentIsMalformed() {
        assertThatThrownBy(() -> Json.parse("{\"offset\":1e99999999999999}")).isInstanceOf(MalformedJson.class);
        assertThatThrownBy(() -> Json.parse("{\"offset\":-1E-99999999999999}".getBytes(UTF_8)))
                .isInstanceOf(MalformedJson.class);
    }

    @Nested
    class RoundTrips {
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "9007199254740993",
                    "123456789012345678901234567890",
                    "-9223372036854775809",
                    "0.1",
                    "1.10",
                    "3.0",
                    "0.1000000000000000055511151231257827",
                    "1E+400",
                    "[]",
                    "{}",
                    "null",
                    "\"\"",
                    "{\"z\":1,\"a\":2,\"m\":{\"y\":true,\"b\":null}}",
                    "[1,[2,[3]],\"four\"]",
                    "\"\\u0000 \\\" \\\\ \\n\"",
                })
        void aRoundTripPreservesEveryCharacter(String text) throws MalformedJson {
            assertThat(Json.text(Json.parse(text))).isEqualTo(text);
            assertThat(Json.bytes(Json.parse(text.getBytes(UTF_8)))).isEqualTo(text.getBytes(UTF_8));
        }

        @ParameterizedTest
        @ValueSource(strings = {"1e5", "1.5E-7", "-0.0", "100e-2"})
        void aRoundTripPreservesTheValueOfNumbers(String text) throws MalformedJson {
            JsonNode again = Json.parse(Json.text(Json.parse(text)));

            assertThat(again.decimalValue()).isEqualByComparingTo(new BigDecimal(text));
        }

        @Test
        void aRoundTripPreservesSupplementaryCharacters() throws MalformedJson {
            String text = "{\"key 世界\":\"🧭 ünïcode\"}";

            assertThat(new String(Json.bytes(Json.parse(text.getBytes(UTF_8))), UTF_8))
                    .isEqualTo(text);
        }

        @Test
        void outputHasNoLineBreaks() throws MalformedJson {
            assertThat(Json.text(Json.parse("{\n  \"a\" : [ 1 ,\r\n 2 ],\n \"b\":\"x\\ny\"\n}\n")))
                    .isEqualTo("{\"a\":[1,2],\"b\":\"x\\ny\"}");
        }

        @Test
        void aRangeOfABufferCanBeParsed() throws MalformedJson {
            byte[] buffer = "xx{\"a\":1}yy".getBytes(UTF_8);

            assertThat(Json.text(Json.parse(buffer, 2, buffer.length - 4))).isEqualTo("{\"a\":1}");
        }

        @Test
        void aValueOfMaximumDepthCanBeWrittenInsideAnEnvelope() throws MalformedJson {
            ObjectNode envelope = Json.object();
            envelope.set("result", Json.parse(nested(Json.MAX_DEPTH)));

            assertThat(Json.text(envelope)).contains(nested(Json.MAX_DEPTH));
        }
    }

    @Nested
    class RejectedInput {
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "   ",
                    "{",
                    "{\"a\":}",
                    "{'a':1}",
                    "{\"a\":1,}",
                    "{a:1}",
                    "NaN",
                    "01",
                    "+1",
                    ".5",
                    "1.",
                    "// a comment\n{}",
                    "\"\t\"",
                    "nul",
                })
        void invalidJsonIsRejected(String text) {
            assertRejected(text);
        }

        @ParameterizedTest
        @ValueSource(strings = {"{}{}", "{} x", "1 2", "[] ]", "{}\n{}", "\"a\",\"b\""})
        void moreThanOneValueIsRejected(String text) {
            assertRejected(text);
        }

        @ParameterizedTest
        @ValueSource(strings = {"{\"a\":1,\"a\":1}", "{\"o\":{\"a\":1,\"b\":2,\"a\":3}}", "[{\"a\":1,\"\\u0061\":2}]"})
        void duplicateKeysAreRejected(String text) {
            assertRejected(text);
        }

        @Test
        void nestingBeyondTheLimitIsRejected() throws MalformedJson {
            assertThat(Json.parse(nested(Json.MAX_DEPTH)).isArray()).isTrue();
            assertRejected(nested(Json.MAX_DEPTH + 1));
            assertRejected("{\"a\":".repeat(Json.MAX_DEPTH + 1) + "1" + "}".repeat(Json.MAX_DEPTH + 1));
            assertRejected("[".repeat(1_000_000));
        }

        @ParameterizedTest
        @ValueSource(strings = {"\"\u00ff\"", "\"\u00c3\"", "\"\u00e4\u00b8\"", "\"\u0080\"", "{\"\u00fe\":1}"})
        void invalidUtf8IsRejected(String latin1) {
            assertThatExceptionOfType(MalformedJson.class).isThrownBy(() -> Json.parse(latin1.getBytes(ISO_8859_1)));
        }

        private static void assertRejected(String text) {
            assertThatExceptionOfType(MalformedJson.class)
                    .isThrownBy(() -> Json.parse(text))
                    .satisfies(e -> assertThat(e.getMessage()).isNotBlank());
            assertThatExceptionOfType(MalformedJson.class).isThrownBy(() -> Json.parse(text.getBytes(UTF_8)));
        }
    }

    @Nested
    class Accessors {
        private final ObjectNode sample = Json.objectOf("{\"s\":\"text\",\"n\":1,\"o\":{\"x\":1},\"nothing\":null}");

        @Test
        void accessorsReturnOnlyValuesOfTheirType() {
            assertThat(Json.stringAt(sample, "s")).isEqualTo("text");
            assertThat(Json.stringAt(sample, "n")).isNull();
            assertThat(Json.stringAt(sample, "nothing")).isNull();
            assertThat(Json.stringAt(sample, "absent")).isNull();
            assertThat(Json.stringAt(null, "s")).isNull();
            assertThat(Json.objectAt(sample, "o")).isEqualTo(Json.objectOf("{\"x\":1}"));
            assertThat(Json.objectAt(sample, "s")).isNull();
            assertThat(Json.objectAt(null, "o")).isNull();
        }

        @Test
        void changingAShallowCopyDoesNotChangeTheOriginal() {
            ObjectNode copy = Json.shallowCopy(sample);
            copy.put("s", "other").put("more", true);

            assertThat(Json.stringAt(sample, "s")).isEqualTo("text");
            assertThat(sample.has("more")).isFalse();
            assertThat(copy.get("o")).isSameAs(sample.get("o"));
            assertThat(Json.shallowCopy(null).isEmpty()).isTrue();
        }

        @Test
        void objectOfFailsForOtherValues() {
            assertThatIllegalArgumentException().isThrownBy(() -> Json.objectOf("[]"));
            assertThatIllegalArgumentException().isThrownBy(() -> Json.objectOf("{"));
        }

        @ParameterizedTest
        @CsvSource({
            "42,true",
            "42.0,true",
            "4.2e1,true",
            "0.0,true",
            "1e30,true",
            "1e999999999,true",
            "-7,true",
            "42.5,false",
            "1e-3,false",
            "1e-999999999,false",
            "true,false",
            "'\"42\"',false",
            "null,false",
        })
        void wholeNumbersAreRecognisedInEveryNotation(String text, boolean whole) throws MalformedJson {
            assertThat(Json.isWhole(Json.parse(text))).isEqualTo(whole);
        }
    }

    private static String nested(int depth) {
        return "[".repeat(depth) + "]".repeat(depth);
    }
}
