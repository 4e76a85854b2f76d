package dev.mooring.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HandleIdTest {

    @Test
    void idsHaveAtLeast128RandomBitsInUrlSafeText() {
        String id = HandleId.random().text();

        assertThat(id).matches("[0-9a-z]{26}");
        assertThat(id.length() * 5).isGreaterThanOrEqualTo(128);
    }

    @Test
    void idsDoNotRepeatAndUseTheWholeAlphabet() {
        Set<HandleId> seen = new HashSet<>();
        Set<Character> characters = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            HandleId id = HandleId.random();
            seen.add(id);
            characters.add(id.text().charAt(i % 26));
        }
        assertThat(seen).hasSize(10_000);
        assertThat(characters).hasSize(32);
    }

    @Test
    void onlyWellFormedIdsAreParsed() {
        assertThat(HandleId.parse("")).isEmpty();
        assertThat(HandleId.parse("../../etc/passwd")).isEmpty();
        assertThat(HandleId.parse("0".repeat(25) + "\n")).isEmpty();
        assertThat(HandleId.parse("0".repeat(27))).isEmpty();
        assertThat(HandleId.parse("0".repeat(26))).isPresent();
        assertThatThrownBy(() -> new HandleId("short")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void derivedIdDependsOnEachTextAndItsPosition() {
        HandleId id = HandleId.derivedFrom("a", "bc");

        assertThat(HandleId.derivedFrom("a", "bc")).isEqualTo(id);
        assertThat(HandleId.derivedFrom("ab", "c")).isNotEqualTo(id);
        assertThat(HandleId.derivedFrom("bc", "a")).isNotEqualTo(id);
        assertThat(HandleId.derivedFrom("a", "bc", "")).isNotEqualTo(id);
        assertThat(Set.copyOf(id.text().chars().boxed().toList())).hasSizeGreaterThan(8);
    }

    @Test
    void idWithAHintKeepsAllItsRandomBits() {
        HandleId id = HandleId.random("0abz");

        assertThat(id.text()).matches("[0-9a-z]{26}0abz");
        assertThat(id.hint()).contains("0abz");
        assertThat(HandleId.parse(id.text())).contains(id);
        assertThat(HandleId.random().hint()).isEmpty();
        assertThat(HandleId.random("0abz")).isNotEqualTo(id);
    }

    @Test
    void malformedHintsAreRejected() {
        assertThatThrownBy(() -> HandleId.random("abc")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> HandleId.random("oooo")).isInstanceOf(IllegalArgumentException.class);
        assertThat(HandleId.parse("0".repeat(29))).isEmpty();
        assertThat(HandleId.parse("0".repeat(29) + "\n")).isEmpty();
        assertThat(HandleId.parse("0".repeat(31))).isEmpty();
    }

    @Test
    void idPrintsAsItsText() {
        HandleId id = HandleId.random();
        assertThat(id).hasToString(id.text());
    }
}
