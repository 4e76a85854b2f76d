package dev.mooring.vault.critic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkScannerTest {

    @ParameterizedTest
    @EnumSource
    void openingDelimiterOfEveryKindIsFoundAnywhere(MarkKind kind) {
        assertThat(MarkScanner.hasOpening(kind.opening())).isTrue();
        assertThat(MarkScanner.hasOpening("{ a " + kind.opening() + " b")).isTrue();
        assertThat(MarkScanner.hasOpening(kind.closing())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "a{", "{+", "{+-", "{**", "a {} b"})
    void otherBracesAreNotDelimiters(String text) {
        assertThat(MarkScanner.hasOpening(text)).isFalse();
        assertThat(MarkScanner.scan(text)).isEmpty();
    }

    @Test
    void metadataNeedsNeitherAuthorNorTime() {
        assertThat(new MarkMetadata(null, null, null, Set.of(MarkMetadata.Flag.CREATED), null, null).toPrefix())
                .isEqualTo("{\"created\":true}@@");
        assertThat(new MarkMetadata(null, Instant.ofEpochSecond(7), null, Set.of(), null, null).toPrefix())
                .isEqualTo("{\"time\":7}@@");
    }

    @Test
    void controlCharactersAndSurrogatesOfAnAuthorAreEscaped() {
        assertThat(MarkMetadata.of("a\u001f \u007f😀", Instant.EPOCH).toPrefix())
                .isEqualTo("{\"author\":\"a\\u001f \\u007f\\ud83d\\ude00\",\"time\":0}@@");
    }
}
