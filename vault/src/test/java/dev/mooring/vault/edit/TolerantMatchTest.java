package dev.mooring.vault.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.critic.MarkedText;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TolerantMatchTest {

    private static EditOutcome apply(String raw, String oldText, String newText) {
        return SuggestedEdit.apply(
                MarkedText.parse(raw),
                new Edit(oldText, newText, false, Signature.by("Claude", Instant.ofEpochSecond(7))));
    }

    private static String accepted(String raw, String oldText, String newText) {
        EditOutcome outcome = apply(raw, oldText, newText);
        assertThat(outcome).isInstanceOf(EditOutcome.Suggested.class);
        var suggested = (EditOutcome.Suggested) outcome;
        assertThat(suggested.tolerated()).hasSize(1);
        assertThat(suggested.text().rejectAll()).isEqualTo(raw);
        return suggested.text().acceptAll();
    }

    @Test
    void typographicQuotesMatchPlainOnesAndStay() {
        assertThat(accepted("He said “don’t go” twice.", "He said \"don't go\" twice.", "He said \"don't go\" once."))
                .isEqualTo("He said “don’t go” once.");
        assertThat(accepted(
                        "‚So‘ und „so“ und «ainsi».",
                        "'So' und \"so\" und \"ainsi\"",
                        "'So' oder \"so\" und \"ainsi\""))
                .isEqualTo("‚So‘ oder „so“ und «ainsi».");
    }

    @Test
    void plainQuotesMatchTypographicOnes() {
        assertThat(accepted("It isn't \"it\".", "It isn’t “it”.", "It isn’t “that”."))
                .isEqualTo("It isn't \"that\".");
    }

    @Test
    void dashesSpacesAndEllipsesMatch() {
        assertThat(accepted("10–20\u00a0km — far…", "10-20 km - far...", "10-20 km - near..."))
                .isEqualTo("10–20\u00a0km — near…");
    }

    @Test
    void anEllipsisThatChangesInPartIsReplacedAsAWhole() {
        assertThat(accepted("Wait… now", "Wait... now", "Wait.. now")).isEqualTo("Wait.. now");
        assertThat(accepted("Wait… now", "Wait... now", "Wait...: now")).isEqualTo("Wait…: now");
        assertThat(accepted("Wait…", "Wait...", "Wait..?.")).isEqualTo("Wait..?.");
    }

    @Test
    void unicodeFormsMatchBothWays() {
        assertThat(accepted("un cafe\u0301 noir", "un caf\u00e9 noir", "un caf\u00e9 vert"))
                .isEqualTo("un cafe\u0301 vert");
        assertThat(accepted("un caf\u00e9 noir", "un cafe\u0301 noir", "un cafe\u0301 vert"))
                .isEqualTo("un caf\u00e9 vert");
    }

    @Test
    void aLetterNeverMatchesOneWithAnAccent() {
        assertThat(apply("un caf\u00e9", "un cafe", "x")).isInstanceOf(EditOutcome.NotFound.class);
    }

    @Test
    void theExactTextWins() {
        EditOutcome outcome = apply("“a” and \"a\"", "\"a\"", "\"b\"");
        assertThat(((EditOutcome.Suggested) outcome).text().acceptAll()).isEqualTo("“a” and \"b\"");
        assertThat(((EditOutcome.Suggested) outcome).tolerated()).isEmpty();
    }

    @Test
    void severalTolerantMatchesAreNotUnique() {
        assertThat(apply("“a”\n„a“", "\"a\"", "\"b\"")).isEqualTo(new EditOutcome.NotUnique(2, List.of(1, 2), false));
    }

    @Test
    void aChangeThatOnlyRepeatsTheDocumentIsNoChange() {
        assertThat(apply("don’t", "don't", "don’t")).isInstanceOf(EditOutcome.NoChange.class);
    }

    @Test
    void aCommentStaysAfterItsWord() {
        EditOutcome outcome = apply("He said “no”.", "He said \"no\"", "He said{>>when?<<} \"yes\"");
        assertThat(((EditOutcome.Suggested) outcome).text().raw())
                .contains("He said{>>")
                .endsWith("”.");
    }
}
