package dev.mooring.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogLevelTest {
    @ParameterizedTest
    @EnumSource(LogLevel.class)
    void fromReturnsTheLevelWithTheName(LogLevel level) {
        assertThat(LogLevel.from(level.text())).isEqualTo(level);
        assertThat(level.text()).isLowerCase();
        assertThat(level.isAtLeast(level)).isTrue();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "WARN", "Warning", "fatal"})
    void fromReturnsNullForOtherNames(@Nullable String text) {
        assertThat(LogLevel.from(text)).isNull();
    }

    @Test
    void levelsAreOrderedBySeverity() {
        assertThat(LogLevel.EMERGENCY.isAtLeast(LogLevel.ALERT)).isTrue();
        assertThat(LogLevel.ERROR.isAtLeast(LogLevel.WARNING)).isTrue();
        assertThat(LogLevel.DEBUG.isAtLeast(LogLevel.INFO)).isFalse();
    }
}
