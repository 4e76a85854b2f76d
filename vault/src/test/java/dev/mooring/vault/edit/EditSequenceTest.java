package dev.mooring.vault.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EditSequenceTest {

    private static Signature claude(String group) {
        return Signature.by("Claude", Instant.ofEpochSecond(7)).inGroup(group);
    }

    private static EditSequence apply(String raw, String group, String... oldAndNew) {
        List<Edit> edits = new ArrayList<>();
        for (int i = 0; i < oldAndNew.length; i += 2) {
            edits.add(new Edit(oldAndNew[i], oldAndNew[i + 1], false, claude(group)));
        }
        return EditSequence.apply(MarkedText.parse(raw), edits);
    }

    private static EditOutcome.Suggested suggested(EditSequence sequence) {
        assertThat(sequence.outcome()).isInstanceOf(EditOutcome.Suggested.class);
        return (EditOutcome.Suggested) sequence.outcome();
    }

    @Test
    void allEditsAreOneSuggestion() {
        MarkedText text = suggested(apply("one two\nthree four\n", "g1", "one", "1", "four", "4"))
                .text();
        assertThat(text.accepted().text()).isEqualTo("1 two\nthree 4\n");
        assertThat(text.suggestions()).hasSize(1);
        assertThat(text.rejectAll()).isEqualTo("one two\nthree four\n");
    }

    @Test
    void theOutcomeNamesTheGroupOfItsMarks() {
        assertThat(suggested(apply("one two\n", "g1", "one", "1")).group()).isEqualTo("g1");
        EditOutcome.Suggested several = suggested(apply("one two\nthree four\n", "g1", "one", "1", "four", "4"));
        assertThat(several.group()).isEqualTo("g1");
        assertThat(suggested(apply(several.text().raw(), "g2", "1", "uno", "three", "3"))
                        .group())
                .isEqualTo("g1");
    }

    @Test
    void eachEditSeesTheResultOfTheOneBefore() {
        EditOutcome.Suggested outcome = suggested(apply("one two\n", "g1", "one", "uno due", "uno due two", "tre"));
        assertThat(outcome.text().accepted().text()).isEqualTo("tre\n");
        assertThat(outcome.text().rejectAll()).isEqualTo("one two\n");
    }

    @Test
    void theLinesAreThoseOfTheFinalText() {
        assertThat(suggested(apply("a\nb\nc\n", "g1", "c", "C", "a", "1\n2\n3")).lines())
                .containsExactly(1, 5);
    }

    @Test
    void aFailureNamesTheEditAndSuggestsNothing() {
        EditSequence sequence = apply("one two\n", "g1", "one", "1", "missing", "x");
        assertThat(sequence.outcome()).isInstanceOf(EditOutcome.NotFound.class);
        assertThat(sequence.failed()).isEqualTo(1);
        assertThat(apply("one two\n", "g1", "two", "one", "one", "x").outcome())
                .isInstanceOf(EditOutcome.NotUnique.class);
    }

    @Test
    void editsWithoutEffectAreSkipped() {
        assertThat(suggested(apply("one two\n", "g1", "one", "one", "two", "2"))
                        .text()
                        .accepted()
                        .text())
                .isEqualTo("one 2\n");
        assertThat(apply("one two\n", "g1", "one", "one").outcome()).isInstanceOf(EditOutcome.NoChange.class);
        assertThat(apply("one two\n", "g1", "one", "uno", "uno", "one").outcome())
                .isInstanceOf(EditOutcome.NoChange.class);
    }

    @Test
    void allMarksTakeTheGroupOfTheSuggestionThatTheEditsChangeFurther() {
        String once =
                suggested(apply("one two three\n", "g1", "two", "2")).text().raw();
        MarkedText text = suggested(apply(once, "g2", "one", "1", "2", "zwei")).text();
        assertThat(text.marks().stream().map(Mark::group).distinct()).containsExactly("g1");
        assertThat(text.suggestions()).hasSize(1);
    }

    @Test
    void propertiesAndTextChangeTogether() {
        MarkedText text = suggested(
                        apply("---\nstatus: draft\n---\n# A\n", "g1", "status: draft", "status: final", "# A", "# B"))
                .text();
        assertThat(text.acceptAll()).isEqualTo("---\nstatus: final\n---\n# B\n");
        assertThat(text.suggestions()).hasSize(1);
    }
}
