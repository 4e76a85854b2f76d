package dev.mooring.vault.review;

import static dev.mooring.vault.review.ReviewFixture.ADA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.mooring.vault.critic.Decision;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.edit.Edit;
import dev.mooring.vault.edit.EditOutcome;
import dev.mooring.vault.edit.ProposalMark;
import dev.mooring.vault.edit.RawChange;
import dev.mooring.vault.edit.Signature;
import dev.mooring.vault.edit.SuggestedEdit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes that no mark can stand for: properties of the front matter, and deletions. {@link MovesTest} has the moves. */
class ProposalsTest {

    @TempDir
    Path folder;

    private ReviewFixture vault;

    @BeforeEach
    void open() throws IOException {
        vault = new ReviewFixture(folder);
    }

    @AfterEach
    void close() throws IOException {
        vault.close();
    }

    private String text() throws IOException {
        return vault.text("a.md");
    }

    private void propose(String group, Proposal proposal) throws IOException {
        MarkedText text = MarkedText.parse(text());
        Signature signature = Signature.by("Claude", ReviewFixture.NOW).inGroup(group);
        vault.write("a.md", RawChange.apply(text.raw(), List.of(ProposalMark.write(text, proposal, signature))));
        MarkedText proposed = MarkedText.parse(text());
        assertThat(body(proposed)).isEqualTo(body(text));
        assertThat(proposed.rejected().rawText()).isEqualTo(text.rejected().rawText());
    }

    private static String body(MarkedText text) {
        return text.accepted()
                .text()
                .substring(MarkedText.bodyStart(text.accepted().text()));
    }

    private void property(String group, String name, @Nullable Object from, @Nullable Object to) throws IOException {
        propose(group, new Proposal.Property(name, Optional.ofNullable(from), Optional.ofNullable(to)));
    }

    private DecisionReport decide(Decision decision) throws IOException {
        return vault.review().decide(ADA, decision, vault.refs("a.md"));
    }

    @Nested
    class Properties {

        /** Proposes one property, and returns the document after its acceptance. */
        private String accepted(String document, String name, @Nullable Object from, @Nullable Object to)
                throws IOException {
            vault.write("a.md", document);
            property("p1", name, from, to);
            String proposed = text();
            assertThat(decide(Decision.ACCEPT).refused()).isEmpty();
            String accepted = text();
            vault.review().undo(ADA);
            assertThat(text()).isEqualTo(proposed);
            decide(Decision.REJECT);
            assertThat(text()).isEqualTo(document);
            return accepted;
        }

        @Test
        void aSuggestionShowsOldAndNew() throws IOException {
            vault.write("a.md", "---\nstatus: draft\n---\n# A\n");
            property("p1", "status", "draft", "final");

            assertThat(vault.waiting("a.md")).singleElement().satisfies(it -> {
                assertThat(it.kind()).isEqualTo(PendingSuggestion.Kind.PROPERTY);
                assertThat(it.before()).isEqualTo("status: draft");
                assertThat(it.after()).isEqualTo("status: final");
                assertThat(it.author()).isEqualTo("Claude");
            });
            assertThat(vault.review().pending(SuggestionFilter.ALL)).hasSize(1);
        }

        /** The comments of each suggestion, by its id. */
        private Map<String, Integer> comments() throws IOException {
            return vault.waiting("a.md").stream()
                    .collect(Collectors.toMap(
                            it -> Objects.requireNonNull(it.group()),
                            it -> it.thread().size()));
        }

        @Test
        void commentsStayWithTheProposalThatTheyAreAbout() throws IOException {
            vault.write("a.md", "---\nstatus: draft\n---\n# A\n");
            property("p1", "status", "draft", "final");
            vault.review().comment(ADA, vault.ref("a.md", 0), "Why?");

            property("p2", "tags", null, List.of("a"));
            assertThat(comments()).containsOnly(entry("p1", 1), entry("p2", 0));

            edit("e1", "# A", "New\n\n# A");
            assertThat(comments()).containsOnly(entry("p1", 1), entry("p2", 0), entry("e1", 0));
        }

        @Test
        void commentsStayWithAProposalThatItsAuthorReplaces() throws IOException {
            vault.write("a.md", "---\nstatus: draft\n---\n# A\n");
            property("p1", "status", "draft", "final");
            move("m1", "b.md");
            vault.review().comment(ADA, vault.ref("a.md", 1), "Why?");
            assertThat(comments()).containsOnly(entry("p1", 0), entry("m1", 1));

            move("m2", "c.md");
            assertThat(comments()).containsOnly(entry("p1", 0), entry("m1", 1));
            edit("e1", "status: final", "status: done\nx: y");
            assertThat(comments()).containsOnly(entry("p1", 0), entry("m1", 1));
        }

        private void move(String group, String to) throws IOException {
            Signature signature = Signature.by("Claude", ReviewFixture.NOW).inGroup(group);
            var outcome = ProposalMark.replace(MarkedText.parse(text()), new Proposal.Move(to), signature);
            vault.write("a.md", ((ProposalMark.Written) outcome).text().raw());
        }

        private void edit(String group, String before, String after) throws IOException {
            Signature signature = Signature.by("Claude", ReviewFixture.NOW).inGroup(group);
            var outcome = SuggestedEdit.apply(MarkedText.parse(text()), new Edit(before, after, false, signature));
            assertThat(outcome).isInstanceOf(EditOutcome.Suggested.class);
            vault.write("a.md", ((EditOutcome.Suggested) outcome).text().raw());
        }

        @Test
        void acceptanceChangesOnlyTheLine() throws IOException {
            assertThat(accepted(
                            "---\r\ntitle: \"A: b\"   # the title\r\nstatus: draft # since May\r\n---\r\n# A\r\n",
                            "status",
                            "draft",
                            "final"))
                    .isEqualTo("---\r\ntitle: \"A: b\"   # the title\r\nstatus: final # since May\r\n---\r\n# A\r\n");
            assertThat(accepted("---\ntitle: \"A: b\"\nx: 😀\nn: 1\n---\n", "title", "A: b", "C: d"))
                    .isEqualTo("---\ntitle: \"C: d\"\nx: 😀\nn: 1\n---\n");
            assertThat(accepted("---\nx: 😀\nn: 1\n---\nText", "n", 1, 2)).isEqualTo("---\nx: 😀\nn: 2\n---\nText");
            assertThat(accepted("---\nstatus:\n---\nText", "status", "", "new"))
                    .isEqualTo("---\nstatus: new\n---\nText");
            assertThat(accepted("---\ndate: 2024-01-05\n---\nText", "date", "2024-01-05", "2024-02-01"))
                    .isEqualTo("---\ndate: 2024-02-01\n---\nText");
        }

        @Test
        void textThatYamlWouldReadOtherwiseIsQuoted() throws IOException {
            assertThat(accepted("---\nv: a\n---\n", "v", "a", "yes")).isEqualTo("---\nv: \"yes\"\n---\n");
            assertThat(accepted("---\nv: a\n---\n", "v", "a", "12")).isEqualTo("---\nv: \"12\"\n---\n");
            assertThat(accepted("---\nv: a\n---\n", "v", "a", true)).isEqualTo("---\nv: true\n---\n");
            assertThat(accepted("---\nv: a\n---\n", "v", "a", "x: \"y\" #z"))
                    .isEqualTo("---\nv: \"x: \\\"y\\\" #z\"\n---\n");
            assertThat(accepted("---\nv: a\n---\n", "v", "a", "[[Note]]")).isEqualTo("---\nv: \"[[Note]]\"\n---\n");
        }

        @Test
        void aListIsWrittenLikeTheOldOne() throws IOException {
            assertThat(accepted(
                            "---\ntags:\n  - a\n  - b\nx: 1\n---\n", "tags", List.of("a", "b"), List.of("a", "c d")))
                    .isEqualTo("---\ntags:\n  - a\n  - c d\nx: 1\n---\n");
            assertThat(accepted("---\ntags:\n- a\nx: 1\n---\n", "tags", List.of("a"), List.of("b", "c")))
                    .isEqualTo("---\ntags:\n- b\n- c\nx: 1\n---\n");
            assertThat(accepted("---\ntags: [a, b]\n---\n", "tags", List.of("a", "b"), List.of("a", "c, d")))
                    .isEqualTo("---\ntags: [a, \"c, d\"]\n---\n");
            assertThat(accepted("---\ntags: a\n---\n", "tags", "a", List.of("a", "b")))
                    .isEqualTo("---\ntags: [a, b]\n---\n");
        }

        @Test
        void aValueWithCommentsBetweenItsItemsIsNotReplaced() throws IOException {
            for (String list : List.of("\n  - a # main\n  - b", "\n  # both\n  - a\n  - b", " [a, # main\n  b]")) {
                vault.write("a.md", "---\ntags:" + list + "\n---\n# A\n");
                property("p1", "tags", List.of("a", "b"), List.of("a", "c"));
                String proposed = text();

                assertThat(decide(Decision.ACCEPT).refused())
                        .singleElement()
                        .satisfies(it -> assertThat(it.reason()).contains("has comments"));
                assertThat(text()).isEqualTo(proposed);
            }
            assertThat(accepted(
                            "---\ntags:\n  - \"#a\"\n  - b # last\n---\n",
                            "tags",
                            List.of("#a", "b"),
                            List.of("#a", "c")))
                    .isEqualTo("---\ntags:\n  - \"#a\"\n  - c # last\n---\n");
        }

        @Test
        void aPropertyIsAddedAndRemoved() throws IOException {
            assertThat(accepted("---\na: 1\n---\nText\n", "b", null, "two"))
                    .isEqualTo("---\na: 1\nb: two\n---\nText\n");
            assertThat(accepted("---\na: 1\nb: two\nc: 3\n---\n", "b", "two", null))
                    .isEqualTo("---\na: 1\nc: 3\n---\n");
            assertThat(accepted("---\nb:\n  - x\n  - y\nc: 3\n---\n", "b", List.of("x", "y"), null))
                    .isEqualTo("---\nc: 3\n---\n");
            assertThat(accepted("# Title\n", "status", null, "draft")).isEqualTo("---\nstatus: draft\n---\n# Title\n");
            assertThat(accepted("\uFEFF# Title\r\n", "status", null, "draft"))
                    .isEqualTo("\uFEFF---\r\nstatus: draft\r\n---\r\n# Title\r\n");
        }

        @Test
        void acceptanceIsRefusedIfTheValueHasChanged() throws IOException {
            vault.write("a.md", "---\nstatus: draft\n---\n# A\n");
            property("p1", "status", "draft", "final");
            String changed = text().replace("status: draft\n", "status: open\n");
            vault.write("a.md", changed);

            assertThat(decide(Decision.ACCEPT).refused())
                    .singleElement()
                    .satisfies(it -> assertThat(it.reason()).contains("no longer has the value"));
            assertThat(text()).isEqualTo(changed);
            assertThat(decide(Decision.REJECT).refused()).isEmpty();
            assertThat(text()).isEqualTo("---\nstatus: open\n---\n# A\n");
        }

        @Test
        void acceptanceIsRefusedIfTheFrontMatterCannotBeChangedSafely() throws IOException {
            for (String yaml : List.of("- a\n- b\n", "status: draft\nstatus: draft\n", "x: [\nstatus: draft\n")) {
                vault.write("a.md", "---\n" + yaml + "---\n# A\n");
                property("p1", "status", "draft", "final");
                String proposed = text();

                assertThat(decide(Decision.ACCEPT).refused()).hasSize(1);
                assertThat(text()).isEqualTo(proposed);
            }
        }

        @Test
        void severalPropertiesOfOneEditAreOneSuggestion() throws IOException {
            vault.write("a.md", "# A\n");
            property("p1", "status", null, "draft");
            property("p1", "tags", null, List.of("a", "b"));

            assertThat(vault.waiting("a.md"))
                    .singleElement()
                    .satisfies(it -> assertThat(it.after()).isEqualTo("status: draft\ntags: a, b"));
            assertThat(decide(Decision.ACCEPT).refused()).isEmpty();
            assertThat(text()).isEqualTo("---\nstatus: draft\ntags: [a, b]\n---\n# A\n");
        }

        @Test
        void propertiesOfSeveralEditsAreAcceptedTogether() throws IOException {
            vault.write("a.md", "---\nstatus: draft\ntitle: A\n---\n# A\n");
            property("p1", "status", "draft", "final");
            property("p2", "title", "A", "B");
            property("p3", "status", "draft", "open");
            assertThat(vault.waiting("a.md")).hasSize(3);

            DecisionReport report = decide(Decision.ACCEPT);

            assertThat(report.applied()).hasSize(2);
            assertThat(report.refused()).hasSize(1);
            assertThat(text())
                    .startsWith("---\nstatus: final\ntitle: B\n---\n{>>")
                    .endsWith("<<}\n# A\n");
        }

        @Test
        void aCommentAtTheStartOfTheTextFollowsTheProposals() throws IOException {
            vault.write("a.md", "---\nstatus: draft\n---\n# A\n");
            property("p1", "status", "draft", "final");
            String view = MarkedText.parse(text()).accepted().text();
            int start = view.indexOf("# A");

            assertThat(vault.review()
                            .commentOn(
                                    ADA, "a.md", Fingerprint.of(text()), new TextRange(start, start), "Which status?"))
                    .isEmpty();
            assertThat(text()).contains("final<<}\n{>>").endsWith("@@Which status?<<}# A\n");
        }

        @Test
        void aValueCannotEndTheMark() throws IOException {
            vault.write("a.md", "---\nv: a\n---\nText\n");
            property("p1", "v", "a", "x<<} ++} @@ --}");

            assertThat(MarkedText.parse(text()).marks()).hasSize(1);
            decide(Decision.ACCEPT);
            assertThat(text()).isEqualTo("---\nv: x<<} ++} @@ --}\n---\nText\n");
        }

        @Test
        void aValueThatWouldBecomeAMarkIsRefused() throws IOException {
            vault.write("a.md", "---\nv: a\n---\nText\n");
            property("p1", "v", "a", "x {++y++}");

            assertThat(MarkedText.parse(text()).marks()).hasSize(1);
            assertThat(decide(Decision.ACCEPT).refused())
                    .singleElement()
                    .satisfies(it -> assertThat(it.reason()).isEqualTo(DecisionReport.DISTURBS));
        }
    }

    @Nested
    class Deletions {

        @BeforeEach
        void proposeDeletion() throws IOException {
            vault.write("a.md", "# A\n\nText {++new++}\n");
            propose("d1", new Proposal.Delete());
        }

        private SuggestionRef ref() throws IOException {
            assertThat(vault.waiting("a.md").getFirst().kind()).isEqualTo(PendingSuggestion.Kind.DELETE);
            return vault.ref("a.md", 0);
        }

        @Test
        void acceptanceRemovesTheFileAndCanBeUndone() throws IOException {
            String proposed = text();

            assertThat(vault.review()
                            .decide(ADA, Decision.ACCEPT, List.of(ref()))
                            .refused())
                    .isEmpty();

            assertThat(folder.resolve("a.md")).doesNotExist();
            assertThat(vault.review().undo(ADA).orElseThrow().restored()).containsExactly("a.md");
            assertThat(text()).isEqualTo(proposed);
        }

        @Test
        void aCopyOfADeletedDocumentIsKept() throws IOException {
            String proposed = text();
            vault.review().decide(ADA, Decision.ACCEPT, List.of(ref()));
            vault.write("a.md", "Another document\n");

            assertThat(vault.review().undo(ADA).orElseThrow().conflicts()).containsExactly("a.md");

            assertThat(text()).isEqualTo("Another document\n");
            try (Stream<Path> kept = Files.list(folder.resolve(".mooring/trash"))) {
                assertThat(kept).singleElement().satisfies(copy -> {
                    assertThat(copy.getFileName().toString()).endsWith(" a.md");
                    assertThat(copy).hasContent(proposed);
                });
            }
        }

        @Test
        void aDocumentWithALongNameOfAnyCharactersIsDeletedAndLaterDecisionsAreApplied() throws IOException {
            String name = "\uD83D\uDE00" + "x".repeat(56) + ".md";
            vault.write(name, text());
            vault.write("z.md", "Text {++new++}\n");
            List<SuggestionRef> refs = List.of(vault.ref(name, 0), vault.ref("z.md", 0));

            assertThat(vault.review().decide(ADA, Decision.ACCEPT, refs).refused())
                    .isEmpty();

            assertThat(folder.resolve(name)).doesNotExist();
            assertThat(vault.text("z.md")).isEqualTo("Text new\n");
            try (Stream<Path> kept = Files.list(folder.resolve(".mooring/trash"))) {
                assertThat(kept)
                        .singleElement()
                        .satisfies(copy ->
                                assertThat(copy.getFileName().toString()).endsWith(" " + name.substring(2)));
            }
        }

        /** A right-to-left mark, which a new name must not have, and a decomposed letter, which a new name would compose. */
        @Test
        void anUndoRestoresTheNameAsItWas() throws IOException {
            String name = "\u202B\u05D0\u200F/e\u0301.md";
            vault.write(name, text());

            assertThat(vault.review()
                            .decide(ADA, Decision.ACCEPT, vault.refs(name).subList(0, 1))
                            .refused())
                    .isEmpty();
            assertThat(folder.resolve(name)).doesNotExist();

            assertThat(vault.review().undo(ADA).orElseThrow().restored()).containsExactly(name);
            assertThat(vault.text(name)).isEqualTo(text());
        }

        @Test
        void theCopyAndTheRestoredDocumentKeepThePermissions() throws IOException {
            Files.setPosixFilePermissions(folder.resolve("a.md"), PosixFilePermissions.fromString("rw-------"));

            vault.review().decide(ADA, Decision.ACCEPT, List.of(ref()));
            vault.review().undo(ADA);

            assertThat(permissions(folder.resolve("a.md"))).isEqualTo("rw-------");
            try (Stream<Path> kept = Files.list(folder.resolve(".mooring/trash"))) {
                assertThat(kept)
                        .singleElement()
                        .satisfies(copy -> assertThat(permissions(copy)).isEqualTo("rw-------"));
            }
        }

        private static String permissions(Path file) throws IOException {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        }

        @Test
        void anUndoRestoresADocumentWhoseCopyIsNotInTheTrashAnyMore() throws IOException {
            String proposed = text();
            vault.review().decide(ADA, Decision.ACCEPT, List.of(ref()));
            try (Stream<Path> trash = Files.walk(folder.resolve(".mooring/trash"))) {
                for (Path each : trash.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }

            assertThat(vault.review().undo(ADA).orElseThrow().restored()).containsExactly("a.md");

            assertThat(text()).isEqualTo(proposed);
        }

        @Test
        void rejectionKeepsTheFile() throws IOException {
            vault.review().decide(ADA, Decision.REJECT, List.of(ref()));

            assertThat(text()).isEqualTo("# A\n\nText {++new++}\n");
        }
    }
}
