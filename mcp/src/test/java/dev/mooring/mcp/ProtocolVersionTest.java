package dev.mooring.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtocolVersionTest {
    @ParameterizedTest
    @CsvSource({
        "2024-11-05,LEGACY", "2025-03-26,LEGACY", "2025-06-18,LEGACY", "2025-11-25,LEGACY", "2026-07-27,LEGACY",
        "2026-07-28,MODERN", "2027-01-01,MODERN", "DRAFT-2026-v1,LEGACY", "'',LEGACY", "9,LEGACY",
    })
    void theDateDeterminesTheEra(String text, Era era) {
        assertThat(new ProtocolVersion(text).era()).isEqualTo(era);
    }

    @Test
    void supportedVersionsAreListedNewestFirst() {
        assertThat(ProtocolVersion.SUPPORTED)
                .isSortedAccordingTo(Comparator.reverseOrder())
                .startsWith(ProtocolVersion.V2026_07_28)
                .allMatch(ProtocolVersion::isSupported);
        assertThat(ProtocolVersion.LATEST_LEGACY.era()).isEqualTo(Era.LEGACY);
        assertThat(ProtocolVersion.FIRST_MODERN.era()).isEqualTo(Era.MODERN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1900-01-01", "2026-07-29", "2025-11-25 ", ""})
    void otherVersionsAreNotSupported(String text) {
        assertThat(new ProtocolVersion(text).isSupported()).isFalse();
    }
}
