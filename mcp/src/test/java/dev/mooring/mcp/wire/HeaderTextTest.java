package dev.mooring.mcp.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderTextTest {
    /** The examples of the specification, and further cases of its rules. */
    static Stream<Arguments> encodings() {
        return Stream.of(
                Arguments.of("us-west1", "us-west1"),
                Arguments.of("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
                Arguments.of(" padded ", "=?base64?IHBhZGRlZCA=?="),
                Arguments.of("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
                Arguments.of("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
                Arguments.of("", ""),
                Arguments.of("us west 1", "us west 1"),
                Arguments.of("a\tb", "a\tb"),
                Arguments.of("~!\"#{}", "~!\"#{}"),
                Arguments.of("\tindented", "=?base64?CWluZGVudGVk?="),
                Arguments.of("line1\r\nline2", "=?base64?bGluZTENCmxpbmUy?="),
                Arguments.of("\u007f", "=?base64?fw==?="),
                Arguments.of("é", "=?base64?w6k=?="),
                Arguments.of("🧭", "=?base64?8J+nrQ==?="),
                Arguments.of("=?base64?", "=?base64?"),
                Arguments.of("=?base64?=", "=?base64?="),
                Arguments.of("?=", "?="),
                Arguments.of("=?BASE64?eA==?=", "=?BASE64?eA==?="));
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void textIsEncodedOnlyIfNecessary(String text, String header) {
        assertThat(HeaderText.encode(text)).isEqualTo(header);
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void decodingReturnsTheEncodedText(String text, String header) {
        assertThat(HeaderText.decode(header)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=?base64?***?=",
                "=?base64?SGVsbG8?=",
                "=?base64?SGVs bG8=?=",
                "=?base64?/w==?=",
                "=?base64?_-8=?=",
                "Hello, 世界",
                "a\u0000b",
                "a\nb",
            })
    void invalidHeadersAreRejected(String header) {
        assertThat(HeaderText.decode(header)).isNull();
    }

    @Test
    void anEncodedEmptyTextIsAccepted() {
        assertThat(HeaderText.decode("=?base64??=")).isEmpty();
    }
}
