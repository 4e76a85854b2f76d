package dev.mooring.vault.edit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClosestPassageTest {

    private static final String TEXT = "first line\nshort\nthe quick brown fox jumps\nend\nlast line";

    @Test
    void passageOfSeveralLinesIsAlignedByItsLongestLine() {
        assertThat(ClosestPassage.find(TEXT, "shirt\nthe quick brown fox jumped\nand"))
                .contains(new EditOutcome.Passage(2, "short\nthe quick brown fox jumps\nend"));
        assertThat(ClosestPassage.find(TEXT, "the quick brown fox jumped\nand"))
                .contains(new EditOutcome.Passage(3, "the quick brown fox jumps\nend"));
    }

    @Test
    void passageStaysWithinTheText() {
        assertThat(ClosestPassage.find("the quick brown fox", "x\ny\nthe quick brown fax\nz"))
                .contains(new EditOutcome.Passage(1, "the quick brown fox"));
    }

    @Test
    void passageHasAtMostTwelveLines() {
        String text = "the quick brown fox\n" + "line\n".repeat(30);
        assertThat(ClosestPassage.find(text, "the quick brown fax\n" + "line\n".repeat(20)))
                .contains(new EditOutcome.Passage(1, "the quick brown fox\n" + "line\n".repeat(10) + "line"));
    }

    @Test
    void shorterLineWinsAmongLinesWithTheSameTrigrams() {
        String text = "the quick brown fox and much more text after it\nthe quick brown fox";
        assertThat(ClosestPassage.find(text, "the quick  BROWN fox"))
                .contains(new EditOutcome.Passage(2, "the quick brown fox"));
    }

    @Test
    void firstLineWinsAmongEqualLines() {
        assertThat(ClosestPassage.find("same words\nsame words", "same wards"))
                .contains(new EditOutcome.Passage(1, "same words"));
    }

    @Test
    void textShorterThanATrigramMatchesAnEqualLineIgnoringCase() {
        assertThat(ClosestPassage.find("cd\nab", "AB")).contains(new EditOutcome.Passage(2, "ab"));
        assertThat(ClosestPassage.find("cd\nab", "xy")).isEmpty();
        assertThat(ClosestPassage.find("cd\nab", " ")).isEmpty();
    }

    @Test
    void sameLettersInAnotherOrderAreNotClose() {
        assertThat(ClosestPassage.find("zyxwvutsrq", "qrstuvwxyz")).isEmpty();
    }
}
