package dev.mooring.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestIdTest {
    @Test
    void numberAndItsTextNameTheSameRequest() {
        assertThat(RequestId.of(7).names(7)).isTrue();
        assertThat(RequestId.of("7").names(7)).isTrue();
        assertThat(RequestId.of("0").names(0)).isTrue();
        assertThat(RequestId.of("8").names(7)).isFalse();
        assertThat(RequestId.of(Long.MAX_VALUE).names(Long.MAX_VALUE)).isTrue();
        assertThat(RequestId.of("" + Long.MAX_VALUE).names(Long.MAX_VALUE)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "07", "+7", "7.0", " 7", "7 ", "٧", "9999999999999999999", "-1"})
    void textThatIsNotADecimalNumberHasNoNumber(String text) {
        assertThat(RequestId.of(text).number()).isEqualTo(-1);
    }
}
