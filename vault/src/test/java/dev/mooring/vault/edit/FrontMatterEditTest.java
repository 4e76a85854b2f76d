package dev.mooring.vault.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.critic.MarkedText;
import java.time.Instant;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Edits inside front matter, which become proposals to change properties. */
class FrontMatterEditTest {

    private static final Signature CLAUDE =
            Signature.by("Claude", Instant.ofEpochSecond(7)).inGroup("g1");
    private static final Signature BOB =
            Signature.by("Bob", Instant.ofEpochSecond(8)).inGroup("g2");
    private static final String ME = "{\"author\":\"Claude\",\"time\":7,\"g\":\"g1\",";
    private static final String NOTE =
            "---\ntitle: Ferries\nstatus: draft # since May\ntags: [sea, boat]\n---\n# Ferries\n";

    private static EditOutcome apply(String raw, String oldText, String newText, Signature signature) {
        return SuggestedEdit.apply(MarkedText.parse(raw), new Edit(oldText, newText, false, signature));
    }

    private static MarkedText suggested(String raw, String oldText, String newText) {
        EditOutcome outcome = apply(raw, oldText, newText, CLAUDE);
        assertThat(outcome).isInstanceOf(EditOutcome.Suggested.class);
        MarkedText text = ((EditOutcome.Suggested) outcome).text();
        assertThat(text.rejected().rawText())
                .isEqualTo(MarkedText.parse(raw).rejected().rawText());
        assertThat(text.rejectAll()).isEqualTo(MarkedText.parse(raw).rejectAll());
        assertThat(MarkedText.parse(text.acceptAll())
                        .raw()
                        .replace("\uFEFF", "")
                        .replace("\r\n", "\n"))
                .isEqualTo(text.accepted().text());
        return text;
    }

    private static String refusal(String raw, String oldText, String newText) {
        return refusal(apply(raw, oldText, newText, CLAUDE));
    }

    private static String refusal(EditOutcome outcome) {
        assertThat(outcome).isInstanceOf(EditOutcome.Refused.class);
        return ((EditOutcome.Refused) outcome).reason();
    }

    @Nested
    class Proposals {

        @Test
        void aChangedValueIsProposedAfterTheFrontMatter() {
            MarkedText text = suggested(NOTE, "status: draft", "status: final");

            assertThat(text.raw())
                    .isEqualTo(
                            "---\ntitle: Ferries\nstatus: draft # since May\ntags: [sea, boat]\n---\n{>>" + ME
                                    + "\"prop\":\"status\",\"from\":\"draft\",\"to\":\"final\"}@@status: draft → final<<}\n# Ferries\n");
            assertThat(text.accepted().text()).isEqualTo(NOTE.replace("draft", "final"));
        }

        @Test
        void aPartOfAValueCanBeTheOldText() {
            assertThat(suggested(NOTE, "draft", "final").accepted().text()).isEqualTo(NOTE.replace("draft", "final"));
            assertThat(suggested(NOTE, "[sea, boat]", "[sea, ferry]").raw())
                    .contains("\"prop\":\"tags\",\"from\":[\"sea\",\"boat\"],\"to\":[\"sea\",\"ferry\"]");
        }

        @Test
        void propertiesAreAddedAndRemoved() {
            MarkedText added = suggested(NOTE, "title: Ferries\n", "title: Ferries\nauthor: Ada\n");
            assertThat(added.raw()).contains("\"prop\":\"author\",\"to\":\"Ada\"}@@add author");
            assertThat(added.accepted().text()).contains("tags: [sea, boat]\nauthor: Ada\n---\n# Ferries");

            MarkedText removed = suggested(NOTE, "status: draft # since May\n", "");
            assertThat(removed.raw()).contains("\"prop\":\"status\",\"from\":\"draft\"}@@remove status");
            assertThat(removed.accepted().text()).isEqualTo("---\ntitle: Ferries\ntags: [sea, boat]\n---\n# Ferries\n");
        }

        @Test
        void aWordThatReachesFromThePropertiesIntoTheTextIsSplit() {
            MarkedText note = MarkedText.parse("""
                    ---
                    title: Some 'plain' title
                    aliases: [one, two]
                    ---
                    {>>{"author":"Claude","time":1,"prop":"aliases","from":["one","two"]}@@remove aliases: one, two<<}
                    {>>{"author":"Claude","time":3,"prop":"a!\\u005b\\u005ba_b 漢字de x\\u0060liases","to":["one","two"]}@@add<<}
                    alpha naïve a_b {y delta
                    | alpha | שלום `code x` |
                    | gamma | שלום |
                    - {y
                    - {}
                    `code x`
                    [lpha don't [[a b|c]] 🇩🇪

                    don't [[a b|c]] {--{"author":"Ann","time":5}@@deleted text--} beta
                    """);
            EditOutcome outcome = SuggestedEdit.apply(note, new Edit("e ", "", true, CLAUDE));
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            EditOutcome.Suggested.class,
                            suggested -> assertThat(suggested.text().accepted().text())
                                    .contains("title: Som'plain' title")
                                    .contains("alpha naïva_b {y delta"));
        }

        @Test
        void anItemIsAddedToAListOverSeveralLines() {
            String note = "---\ntags:\n  - sea\n  - boat\ntitle: A\n---\nText\n";
            assertThat(suggested(note, "  - boat\n", "  - boat\n  - ferry\n")
                            .accepted()
                            .text())
                    .isEqualTo("---\ntags:\n  - sea\n  - boat\n  - ferry\ntitle: A\n---\nText\n");
        }

        @Test
        void numbersAndBooleansKeepTheirType() {
            assertThat(suggested("---\nn: 1\nb: true\n---\nText\n", "n: 1\nb: true", "n: 2\nb: false")
                            .raw())
                    .contains("\"prop\":\"n\",\"from\":1,\"to\":2}")
                    .contains("\"prop\":\"b\",\"from\":true,\"to\":false}");
            assertThat(suggested("---\nn: 1.5\n---\nText\n", "1.5", "2.25")
                            .accepted()
                            .text())
                    .contains("n: 2.25\n");
            assertThat(suggested("---\nn: \"12\"\n---\nText\n", "\"12\"", "12")
                            .accepted()
                            .text())
                    .contains("n: 12\n");
        }

        @Test
        void severalPropertiesAreOneSuggestion() {
            MarkedText text = suggested(NOTE, "title: Ferries\nstatus: draft", "title: Boats\nstatus: final");
            assertThat(text.suggestions())
                    .singleElement()
                    .satisfies(it -> assertThat(it.marks()).hasSize(2));
        }

        @Test
        void frontMatterIsAddedToADocumentWithoutAny() {
            MarkedText text = suggested("# Ferries\n", "# Ferries", "---\nstatus: draft\n---\n# Ferries");
            assertThat(text.raw())
                    .startsWith("{>>" + ME + "\"prop\":\"status\",\"to\":\"draft\"}@@")
                    .endsWith("\n# Ferries\n");
            assertThat(text.accepted().text()).isEqualTo("---\nstatus: draft\n---\n# Ferries\n");
            assertThat(suggested("\uFEFF# Ferries\r\n", "# Ferries", "---\nstatus: draft\n---\n# Boats")
                            .accepted()
                            .text())
                    .isEqualTo("---\nstatus: draft\n---\n# Boats\n");
            assertThat(suggested("", "", "---\nstatus: draft\n---\nText\n")
                            .accepted()
                            .text())
                    .isEqualTo("---\nstatus: draft\n---\nText\n");
        }

        @Test
        void anEditOfFrontMatterAndTextIsOneSuggestion() {
            MarkedText text = suggested(NOTE, "tags: [sea, boat]\n---\n# Ferries", "tags: [sea]\n---\n# Boats");
            assertThat(text.accepted().text())
                    .isEqualTo(NOTE.replace("[sea, boat]", "[sea]").replace("# Ferries", "# Boats"));
            assertThat(text.suggestions()).hasSize(1);
        }

        @Test
        void theBodyIsEditedBelowAPendingProposal() {
            String proposed = suggested(NOTE, "draft", "final").raw();
            MarkedText text = suggested(proposed, "# Ferries", "Intro\n\n# Ferries");
            assertThat(text.accepted().text()).endsWith("---\nIntro\n\n# Ferries\n");
            assertThat(text.raw()).contains("draft → final<<}\n{++");
        }

        @Test
        void windowsLineEndingsSurvive() {
            MarkedText text = suggested("---\r\na: 1\r\n---\r\nText\r\n", "a: 1", "a: 2\nb: x");
            assertThat(text.raw().replace("\r\n", "")).doesNotContain("\n");
            assertThat(text.acceptAll()).isEqualTo("---\r\na: 2\r\nb: x\r\n---\r\nText\r\n");
        }
    }

    @Nested
    class RepeatedEdits {

        @Test
        void theSameAuthorReplacesTheProposalAndKeepsTheOriginalValue() {
            String once = suggested(NOTE, "draft", "final").raw();
            MarkedText twice = suggested(once, "status: final", "status: published");
            assertThat(twice.marks()).hasSize(1);
            assertThat(twice.raw())
                    .contains("\"from\":\"draft\",\"to\":\"published\"")
                    .doesNotContain("final");
        }

        @Test
        void theOriginalValueWithdrawsTheProposal() {
            String once = suggested(NOTE, "draft", "final").raw();
            assertThat(suggested(once, "status: final", "status: draft").raw()).isEqualTo(NOTE);
        }

        @Test
        void anotherAuthorIsRefusedOnTheSameProperty() {
            String once = suggested(NOTE, "draft", "final").raw();
            assertThat(refusal(apply(once, "status: final", "status: published", BOB)))
                    .contains("The property status has a pending suggestion by Claude");
            assertThat(apply(once, "title: Ferries", "title: Boats", BOB)).isInstanceOf(EditOutcome.Suggested.class);
        }

        @Test
        void aLaterEditKeepsTheGroupOfTheProposal() {
            String once = suggested(NOTE, "draft", "final").raw();
            Signature later = Signature.by("Claude", Instant.ofEpochSecond(9)).inGroup("g9");
            EditOutcome outcome = apply(once, "status: final", "status: published", later);
            assertThat(((EditOutcome.Suggested) outcome).text().marks())
                    .singleElement()
                    .satisfies(mark -> assertThat(mark.group()).isEqualTo("g1"));
        }
    }

    @Nested
    class Refusals {

        @Test
        void invalidYamlIsRefused() {
            assertThat(refusal(NOTE, "status: draft", "status: [draft")).contains("would be invalid YAML");
            assertThat(refusal(NOTE, "title: Ferries", "title: Ferries\ntitle: Boats"))
                    .contains("invalid YAML");
        }

        @Test
        void invalidFrontMatterMustBeCorrectedByAPerson() {
            assertThat(refusal("---\na: [1\n---\nText\n", "a: [1", "a: [1]"))
                    .startsWith("The front matter is invalid YAML")
                    .endsWith("Ask the user to correct it first.");
        }

        @Test
        void theDelimitersMustStay() {
            assertThat(refusal(NOTE, "---\n# Ferries", "# Ferries")).contains("lines ---");
            assertThat(refusal(NOTE, "status: draft # since May", "---\nstatus: draft"))
                    .contains("---");
        }

        @Test
        void textDoesNotBecomeASecondFrontMatter() {
            String raw = """
                    {>>{"author":"Bob","time":8,"prop":"status","to":"draft"}@@add status<<}
                    {++{"author":"Claude","time":7,"g":"g1"}@@---
                    status: x
                    -+
                    ++}text
                    """;
            assertThat(MarkedText.parse(raw).accepted().text())
                    .isEqualTo("---\nstatus: draft\n---\n---\nstatus: x\n-+\ntext\n");
            assertThat(refusal(raw, "-+\n", "-+\n---\n")).contains("make the text begin with front matter");
            String second = raw.replace("-+\n", "---\n");
            assertThat(apply(second, "text", "words", BOB)).isInstanceOf(EditOutcome.Suggested.class);

            String rules = "---\ntitle: Two rules\n---\n---\nbetween\n";
            assertThat(suggested(rules, "between\n", "between\n\n---\n")
                            .accepted()
                            .text())
                    .isEqualTo(rules + "\n---\n");
        }

        @Test
        void frontMatterDoesNotBecomeText() {
            assertThat(refusal("---\na: 1\n---\nText\n", "---\na: 1\n---\nText", "---\na: 1\nText"))
                    .contains("lines ---");
            assertThat(suggested("---\na: 1\n---\nText\n", "---\na: 1\n---\n", "")
                            .accepted()
                            .text())
                    .isEqualTo("---\n---\nText\n");
        }

        @Test
        void commentsAndOrderOfOtherLinesMustStay() {
            String note = "---\n# about boats\na: 1\nb: 2\n---\nText\n";
            assertThat(refusal(note, "# about boats", "# about ships")).contains("whole properties");
            assertThat(refusal(note, "a: 1\nb: 2", "b: 2\na: 1")).contains("whole properties");
        }

        @Test
        void nestedValuesAreRefusedButStayBesideOthers() {
            String note = "---\nplace:\n  lat: 1\nstatus: draft\n---\nText\n";
            assertThat(refusal(note, "lat: 1", "lat: 2")).contains("The property place has nested values");
            assertThat(suggested(note, "draft", "final").accepted().text()).contains("place:\n  lat: 1\nstatus: final");
        }

        @Test
        void plainMarksCannotProposeProperties() {
            assertThat(refusal(apply(NOTE, "draft", "final", Signature.plain())))
                    .contains("without metadata");
        }

        @Test
        void aDocumentThatEndsWithItsFrontMatterHasNoPlaceForAProposal() {
            assertThat(refusal("---\na: 1\n---", "a: 1", "a: 2")).contains("no line break");
        }

        @Test
        void commentsInFrontMatterAreRefused() {
            assertThat(refusal(NOTE, "status: draft", "status: final{>>ok?<<}")).contains("cannot have comments");
        }
    }

    @Test
    void aStaleProposalIsNotShownAndIsReplaced() {
        String stale = suggested(NOTE, "draft", "final").raw().replace("status: draft #", "status: waiting #");
        assertThat(MarkedText.parse(stale).accepted().text()).contains("status: waiting");
        MarkedText text = suggested(stale, "status: waiting", "status: final");
        assertThat(text.marks()).hasSize(1);
        assertThat(text.accepted().text()).contains("status: final");
    }

    @Test
    void aProposedDocumentStaysOneSuggestionWhenItsAuthorChangesAProperty() {
        NewDocument created = NewDocument.suggest("---\nstatus: draft\n---\n# New\n", CLAUDE);
        Signature later = Signature.by("Claude", Instant.ofEpochSecond(9)).inGroup("g9");
        EditOutcome outcome = apply(((NewDocument.Suggested) created).raw(), "draft", "final", later);
        MarkedText text = ((EditOutcome.Suggested) outcome).text();
        assertThat(text.isProposedDocument()).isTrue();
        assertThat(text.suggestions()).hasSize(1);
        assertThat(text.acceptAll()).isEqualTo("---\nstatus: final\n---\n# New\n");
    }
}
