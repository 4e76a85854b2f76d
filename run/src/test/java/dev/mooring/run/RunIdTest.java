package dev.mooring.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunIdTest {
    @Test
    void idIsRunAndSixteenLowerCaseHexDigits() {
        assertThat(Stream.generate(RunId::next).limit(1000))
                .allSatisfy(id -> assertThat(id.toString()).matches("run_[0-9a-f]{16}"));
    }

    @Test
    void hundredThousandIdsAreUnique() {
        assertThat(Stream.generate(RunId::next).limit(100_000).collect(Collectors.toSet()))
                .hasSize(100_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "run_", "run_0123456789abcde", "run_0123456789ABCDEF", "mcp_0123456789abcdef"})
    void otherTextIsRejected(String text) {
        assertThatThrownBy(() -> new RunId(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
