package dev.mooring.vault.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Changes that a person can read: words, else sentences, else paragraphs. */
class ReadableDiffTest {

    /** Returns the text with the changes as CriticMarkup. */
    private static String marked(String before, String after) {
        var out = new StringBuilder();
        int at = 0;
        for (Hunk hunk : ReadableDiff.between(before, after)) {
            out.append(before, at, hunk.start());
            if (hunk.start() < hunk.end()) {
                out.append("{--").append(before, hunk.start(), hunk.end()).append("--}");
            }
            if (!hunk.replacement().isEmpty()) {
                out.append("{++").append(hunk.replacement()).append("++}");
            }
            at = hunk.end();
        }
        return out.append(before.substring(at)).toString();
    }

    @Test
    void aFewChangedWordsAreShownAsWords() {
        assertThat(marked(
                        "The ferry leaves at eight and arrives at noon.",
                        "The ferry leaves at nine and arrives at one."))
                .isEqualTo("The ferry leaves at {--eight--}{++nine++} and arrives at {--noon--}{++one++}.");
    }

    @Test
    void threeSmallChangesInALongSentenceStayWords() {
        String before = "When the wind comes from the north, the small boats stay in the harbour until the evening, "
                + "because the waves at the pier are too high for them.";
        assertThat(ReadableDiff.between(
                        before,
                        before.replace("north", "west")
                                .replace("evening", "morning")
                                .replace("pier", "mole")))
                .hasSize(3);
    }

    @Test
    void aRewrittenSentenceIsOneChange() {
        assertThat(marked(
                        "It is dark. We need to sand the hull, first with coarse paper, then with fine paper. Go.",
                        "It is dark. Sand the hull twice: coarse paper comes before fine paper. Go."))
                .isEqualTo("It is dark. {--We need to sand the hull, first with coarse paper, then with fine paper.--}"
                        + "{++Sand the hull twice: coarse paper comes before fine paper.++} Go.");
    }

    @Test
    void manySmallChangesInOneSentenceAreOneChange() {
        String before = "a one b two c three d four e five f six g seven h eight i nine j ten k.";
        String after = "a 1 b 2 c 3 d 4 e 5 f 6 g seven h eight i nine j ten k.";
        assertThat(marked(before, after)).isEqualTo("{--" + before + "--}{++" + after + "++}");
    }

    @Test
    void aParagraphWithMostlyRewrittenSentencesIsOneChange() {
        String before =
                "Stay.\n\nThe tour starts at the old house and ends at the pier. It takes about two hours, with a "
                        + "break halfway for coffee. Bring warm clothes.\n\nStay.";
        String after =
                "Stay.\n\nFrom the house we walk, past the market, to the old pier. There is, after about an hour, a "
                        + "long break with cake and coffee. Bring warm clothes.\n\nStay.";
        assertThat(marked(before, after))
                .isEqualTo("Stay.\n\n{--"
                        + before.substring(7, before.length() - 7)
                        + "--}{++"
                        + after.substring(7, after.length() - 7)
                        + "++}\n\nStay.");
    }

    @Test
    void anAddedSentenceStaysApartFromAChangedOne() {
        assertThat(marked(
                        "One two three four. Five six seven eight.",
                        "One 2 three four. New words here. Five 6 seven 8."))
                .isEqualTo("One {--two--}{++2++} three four. {++New words here. ++}Five {--six--}{++6++} seven "
                        + "{--eight--}{++8++}.");
    }

    @Test
    void linesOfListsAndTablesStayApart() {
        String before = "- 500 g of fish\n- 2 onions\n- 1 l of stock\n- 200 ml of cream\n";
        String after = "- 600 g of fish\n- 3 onions\n- 2 l of stock\n- 250 ml of cream\n";
        assertThat(ReadableDiff.between(before, after)).hasSize(4);
        assertThat(ReadableDiff.between("| a | b |\n| c | d |\n| e | f |\n", "| 1 | b |\n| 2 | d |\n| 3 | f |\n"))
                .hasSize(3);
    }

    @Test
    void linksAreNeverSplit() {
        String before = "See [one. two](a.md) and [[b. c]] for a start of all these many words.";
        String after = "Read [one. two](a.md) or [[b. c]] as the start of those few words!";
        for (Hunk hunk : ReadableDiff.between(before, after)) {
            assertThat(Words.isInsideLink(before, hunk.start())).isFalse();
            assertThat(Words.isInsideLink(before, hunk.end())).isFalse();
        }
    }

    @Test
    void textWithoutWordsIsCompared() {
        assertThat(marked("", "")).isEmpty();
        assertThat(marked("\n \n", " \n\n\n")).isNotEmpty();
    }

    @Test
    void theChangesTurnTheOldTextIntoTheNewOne() {
        var random = new Random(42);
        List<String> words =
                List.of("a", "the", "sea", "wind.", "pier!", "[[x. y]]", "\n", "\n\n", "- ", "| ", "`c. d`", "。");
        for (int n = 0; n < 5_000; n++) {
            String before = text(random, words);
            String after = random.nextInt(3) == 0
                    ? text(random, words)
                    : before.replace("sea", "ocean").replace("a ", "");
            var out = new StringBuilder();
            int at = 0;
            for (Hunk hunk : ReadableDiff.between(before, after)) {
                assertThat(hunk.start()).isGreaterThanOrEqualTo(at);
                out.append(before, at, hunk.start()).append(hunk.replacement());
                at = hunk.end();
            }
            assertThat(out.append(before.substring(at)).toString()).isEqualTo(after);
        }
    }

    private static String text(Random random, List<String> words) {
        var out = new StringBuilder();
        for (int i = random.nextInt(40); i >= 0; i--) {
            out.append(words.get(random.nextInt(words.size()))).append(random.nextInt(4) == 0 ? "" : " ");
        }
        return out.toString();
    }
}
