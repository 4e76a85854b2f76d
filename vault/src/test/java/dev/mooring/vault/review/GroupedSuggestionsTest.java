package dev.mooring.vault.review;

import static dev.mooring.vault.review.ReviewFixture.ADA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.mooring.vault.critic.Decision;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.edit.Edit;
import dev.mooring.vault.edit.EditOutcome;
import dev.mooring.vault.edit.Signature;
import dev.mooring.vault.edit.SuggestedEdit;
import dev.mooring.vault.text.LineNumbers;
import dev.mooring.vault.text.MarkdownTables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One edit is one suggestion, which is decided as a whole or part by part. */
class GroupedSuggestionsTest {

    @TempDir
    Path folder;

    private ReviewFixture vault;
    private int edits;

    @BeforeEach
    void open() throws IOException {
        vault = new ReviewFixture(folder);
    }

    @AfterEach
    void close() throws IOException {
        vault.close();
    }

    private void write(String text) throws IOException {
        vault.write("a.md", text);
    }

    private String text() throws IOException {
        return vault.text("a.md");
    }

    private void edit(String author, String oldText, String newText, boolean all) throws IOException {
        Signature signature = Signature.by(author, ReviewFixture.NOW).inGroup("g" + ++edits);
        var outcome = SuggestedEdit.apply(MarkedText.parse(text()), new Edit(oldText, newText, all, signature));
        assertThat(outcome).isInstanceOf(EditOutcome.Suggested.class);
        write(((EditOutcome.Suggested) outcome).text().raw());
    }

    private void edit(String oldText, String newText) throws IOException {
        edit("Claude", oldText, newText, false);
    }

    private List<PendingSuggestion> waiting() throws IOException {
        return vault.waiting("a.md");
    }

    private PendingSuggestion only() throws IOException {
        assertThat(waiting()).hasSize(1);
        return waiting().getFirst();
    }

    private void decide(Decision decision, SuggestionRef ref) throws IOException {
        assertThat(vault.review().decide(ADA, decision, List.of(ref)).refused()).isEmpty();
    }

    @Nested
    class OneEdit {

        @Test
        void editIsOneSuggestionWithBeforeAndAfter() throws IOException {
            write("We meet on Monday and decide.\n");
            edit("We meet on Monday and decide.", "We met on Monday and decided.");

            PendingSuggestion suggestion = only();
            assertThat(suggestion.before()).isEqualTo("meet on Monday and decide");
            assertThat(suggestion.after()).isEqualTo("met on Monday and decided");
            assertThat(suggestion.group()).isEqualTo("g1");
            assertThat(suggestion.parts())
                    .extracting(PendingSuggestion.Part::before)
                    .containsExactly("meet", "decide");
            decide(Decision.ACCEPT, suggestion.ref());
            assertThat(text()).isEqualTo("We met on Monday and decided.\n");
            vault.review().undo(ADA);
            decide(Decision.REJECT, only().ref());
            assertThat(text()).isEqualTo("We meet on Monday and decide.\n");
        }

        @Test
        void suggestionCanBeSplitIntoParts() throws IOException {
            write("We meet on Monday and decide.\n");
            edit("We meet on Monday and decide.", "We met on Monday and decided.");

            decide(Decision.ACCEPT, only().parts().get(1).ref());

            assertThat(only().canSplit()).isFalse();
            assertThat(only().before()).isEqualTo("meet");
            decide(Decision.REJECT, only().ref());
            assertThat(text()).isEqualTo("We meet on Monday and decided.\n");
        }

        @Test
        void aPartAndItsWholeAreNotDecidedTogether() throws IOException {
            write("We meet on Monday and decide.\n");
            edit("We meet on Monday and decide.", "We met on Monday and decided.");

            DecisionReport report = vault.review()
                    .decide(
                            ADA,
                            Decision.ACCEPT,
                            List.of(only().parts().getFirst().ref(), only().ref()));

            assertThat(report.applied()).hasSize(1);
            assertThat(report.refused()).hasSize(1);
            assertThat(only().before()).isEqualTo("decide");
        }

        @Test
        void textBetweenReplacedOccurrencesIsShortened() throws IOException {
            write("colour " + "and words ".repeat(40) + "colour\n");
            edit("Claude", "colour", "color", true);

            assertThat(only().before())
                    .startsWith("colour and words ")
                    .contains(" … ")
                    .endsWith(" colour");
            assertThat(only().before().length()).isLessThan(200);
            assertThat(only().parts()).hasSize(2);
        }

        @Test
        void linesBetweenReplacedOccurrencesAreLeftOut() throws IOException {
            write("8 boats\n- pack\n- sail at 8\n");
            edit("Claude", "8", "9", true);

            assertThat(only().before()).isEqualTo("8 boats … - sail at 8");
            assertThat(only().after()).isEqualTo("9 boats … - sail at 9");
        }

        @Test
        void editOverTheAuthorsOwnSuggestionStaysTheSameSuggestion() throws IOException {
            write("We meet on Monday and decide.\n");
            edit("We meet on Monday and decide.", "We met on Monday and decided.");
            edit("decided.", "agreed.");

            assertThat(only().group()).isEqualTo("g1");
            assertThat(only().after()).isEqualTo("met on Monday and agreed");
        }

        @Test
        void editBesideTheAuthorsOwnSuggestionIsAnotherSuggestion() throws IOException {
            write("One.\n");
            edit("One.\n", "One.\nTwo.\n");
            edit("Two.\n", "Two.\nThree.\n");

            assertThat(waiting()).extracting(PendingSuggestion::after).containsExactly("Two.\n", "Three.\n");
        }

        @ParameterizedTest
        @ValueSource(strings = {"Claude", "Bob"})
        void textInsertedAfterASuggestionLeavesItsComments(String author) throws IOException {
            write("One two three.\n");
            edit("two", "two big");
            vault.review().comment(ADA, only().ref(), "Why?");

            edit(author, "two big", "two big or small", false);

            assertThat(waiting())
                    .extracting(PendingSuggestion::after, it -> it.thread().size())
                    .containsExactly(tuple(" big", 1), tuple(" or small", 0));
            decide(Decision.REJECT, waiting().getLast().ref());
            assertThat(only().thread())
                    .singleElement()
                    .satisfies(comment -> assertThat(comment.done()).isFalse());
        }

        @Test
        void textInsertedIntoTheAuthorsOwnSuggestionLeavesItsComments() throws IOException {
            write("One two three.\n");
            edit("two", "two very big");
            vault.review().comment(ADA, only().ref(), "Why?");

            edit("very big", "very, very big");

            assertThat(only().after()).isEqualTo(" very, very big");
            assertThat(only().thread()).hasSize(1);
            assertThat(text()).endsWith("<<} three.\n");
        }

        @Test
        void editByAnotherAuthorWithTheSameIdIsAnotherSuggestion() throws IOException {
            write("{++{\"author\":\"A\",\"g\":\"x\"}@@1++} {++{\"author\":\"B\",\"g\":\"x\"}@@2++}\n");

            assertThat(waiting()).hasSize(2);
        }

        @Test
        void editWithACommentIsOneSuggestion() throws IOException {
            write("One two three four five.\n");
            edit("One two three four five.", "1 two three{>>why not<<} four 5.");

            assertThat(only().parts()).hasSize(2);
            assertThat(only().thread())
                    .extracting(PendingSuggestion.ThreadComment::text)
                    .containsExactly("why not");
            decide(Decision.REJECT, only().ref());
            assertThat(text()).isEqualTo("One two three four five.\n");
        }

        @Test
        void suggestionCanBeAcceptedAsAWholeWithAnotherText() throws IOException {
            write("We meet on Monday and decide.\n");
            edit("We meet on Monday and decide.", "We met on Monday and decided.");
            String id = only().ref().id();
            assertThat(vault.review().open("a.md").orElseThrow().editableText(id))
                    .hasValue("met on Monday and decided");

            assertThat(vault.review().acceptAs(ADA, only().ref(), "talked").refused())
                    .isEmpty();

            assertThat(text()).isEqualTo("We talked.\n");
        }

        @Test
        void suggestionAroundMarksOfOthersCannotBeAcceptedWithAnotherText() throws IOException {
            write("We meet on Monday and decide.\n");
            edit("We meet on Monday and decide.", "We met on Monday and decided.");
            edit("Codex", "Monday", "Tuesday", false);
            SuggestionRef outer = waiting().getFirst().ref();

            assertThat(vault.review().acceptAs(ADA, outer, "talked").refused())
                    .singleElement()
                    .satisfies(it -> assertThat(it.reason()).contains("Other marks are in this passage"));
            decide(Decision.ACCEPT, outer);
            assertThat(text()).startsWith("We met on {--").endsWith(" and decided.\n");
        }
    }

    @Nested
    class Tables {

        private static final String TABLE = """
                | port | ferries |
                |---|---|
                | Bergen | 4 |
                | Oslo | 7 |
                """;

        /** Asserts that every row has as many cells as the table has columns. */
        private void assertSound(int rows) throws IOException {
            String accepted = MarkedText.parse(text()).rejected().text();
            var lines = new LineNumbers(accepted);
            MarkdownTables.Table table =
                    MarkdownTables.of(lines).at(1, lines.count()).orElseThrow();
            assertThat(table.lastLine() - table.firstLine()).isEqualTo(rows);
            for (int line = table.firstLine(); line <= table.lastLine(); line++) {
                assertThat(lines.line(line).chars().filter(c -> c == '|').count())
                        .as(accepted)
                        .isEqualTo(table.columns() + 1);
            }
        }

        @Test
        void aNewColumnIsDecidedAsAWhole() throws IOException {
            write(TABLE);
            edit(TABLE, """
                    | port | ferries | open |
                    |---|---|---|
                    | Bergen | 4 | yes |
                    | Oslo | 7 | no |
                    """);

            assertThat(only().canSplit()).isFalse();
            decide(Decision.ACCEPT, only().ref());
            assertSound(3);
        }

        @Test
        void aRemovedColumnIsDecidedAsAWhole() throws IOException {
            write(TABLE);
            edit(TABLE, "| port |\n|---|\n| Bergen |\n| Oslo |\n");

            assertThat(only().canSplit()).isFalse();
        }

        @Test
        void changesOfOneRowAreOnePart() throws IOException {
            write(TABLE);
            edit("| Bergen | 4 |\n| Oslo | 7 |", "| Bodø | 5 |\n| Oslo | 8 |");

            assertThat(only().parts()).hasSize(2);
            for (PendingSuggestion.Part part : only().parts()) {
                decide(Decision.ACCEPT, part.ref());
                assertSound(3);
                vault.review().undo(ADA);
            }
            decide(Decision.ACCEPT, only().parts().getFirst().ref());
            assertThat(MarkedText.parse(text()).rejected().text()).contains("| Bodø | 5 |\n| Oslo | 7 |");
        }

        @Test
        void newRowsAreApartFromChangedRows() throws IOException {
            write(TABLE);
            edit("| Bergen | 4 |\n| Oslo | 7 |\n", "| Bergen | 5 |\n| Oslo | 7 |\n| Moss | 2 |\n");

            List<SuggestionRef> parts = new ArrayList<>();
            only().parts().forEach(part -> parts.add(part.ref()));
            assertThat(parts).hasSize(2);
            decide(Decision.ACCEPT, parts.get(1));
            assertSound(4);
            assertThat(MarkedText.parse(text()).rejected().text())
                    .contains("| Bergen | 4 |")
                    .contains("| Moss | 2 |");
        }

        @Test
        void aTableOfAnyWidthCanBeReviewed() throws IOException {
            int columns = 50_000;
            write("| a ".repeat(columns) + "|\n" + "|-".repeat(columns) + "|\n" + "| b ".repeat(columns)
                    + "|\n| end |\n");
            edit("b |\n| end", "c |\n| last");

            decide(Decision.ACCEPT, only().ref());

            assertThat(text()).endsWith("| c |\n| last |\n");
        }

        @Test
        void textOutsideTheTableIsApart() throws IOException {
            write("Ports\n\n" + TABLE + "\nEnd\n");
            edit(
                    text(),
                    text().replace("Ports", "Harbours")
                            .replace("| 7 |", "| 8 |")
                            .replace("End", "The end"));

            assertThat(only().parts()).hasSize(3);
        }
    }
}
