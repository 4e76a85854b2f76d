package dev.mooring.vault.review;

import static dev.mooring.vault.review.ReviewFixture.ADA;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mooring.vault.Vault;
import dev.mooring.vault.critic.Decision;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.edit.ProposalMark;
import dev.mooring.vault.edit.RawChange;
import dev.mooring.vault.edit.Signature;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decisions on proposals to move a document. */
class MovesTest {

    @TempDir
    Path folder;

    private @Nullable ReviewFixture opened;

    @AfterEach
    void close() throws IOException {
        if (opened != null) {
            opened.close();
        }
    }

    /** Writes documents, given as paths and texts in turn. */
    private void vault(String... pathsAndTexts) throws IOException {
        for (int i = 0; i < pathsAndTexts.length; i += 2) {
            write(pathsAndTexts[i], pathsAndTexts[i + 1]);
        }
    }

    private void write(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void open() throws IOException {
        opened = new ReviewFixture(folder);
        opened.vault().documents().awaitIndex(Duration.ofSeconds(30));
    }

    private ReviewFixture fixture() {
        return Objects.requireNonNull(opened);
    }

    private static String proposed(String raw, String to) {
        MarkedText text = MarkedText.parse(raw);
        Signature signature = Signature.by("Claude", ReviewFixture.NOW).inGroup("m1");
        return RawChange.apply(raw, List.of(ProposalMark.write(text, new Proposal.Move(to), signature)));
    }

    /** Proposes a move of the document and accepts it. */
    private DecisionReport accept(String from, String to) throws IOException {
        write(from, proposed(Files.readString(folder.resolve(from)), to));
        open();
        return fixture().review().decide(ADA, Decision.ACCEPT, fixture().refs(from));
    }

    private Map<String, String> documents() throws IOException {
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String path = folder.relativize(file).toString();
                if (!path.startsWith(".")) {
                    texts.put(path, Files.readString(file));
                }
            }
        }
        return texts;
    }

    private String text(String path) throws IOException {
        return Files.readString(folder.resolve(path));
    }

    /** The names of the tests of the original, a move, the path of a document afterwards, and its text before and after. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiterString = " ; ",
            value = {
                "rename_updates_wikilinks_in_backlinkers ; Foo.md ; Bar.md ; src.md ; See [[Foo]]. ; See [[Bar]].",
                "multiple_rename_with_different_formats ; Foo.md ; Bar.md ; src.md ; [[Foo]] [[Foo#Sec]] [[Foo|Alias]] ;"
                        + " [[Bar]] [[Bar#Sec]] [[Bar|Alias]]",
                "case_insensitive_rename ; Foo.md ; Bar.md ; src.md ; [[foo]] and [[FOO]] ; [[Bar]] and [[Bar]]",
                "skips_code_blocks_in_rename ; Foo.md ; Bar.md ; src.md ; [[Foo]] `[[Foo]]` ; [[Bar]] `[[Foo]]`",
                "handles_multibyte_chars_before_wikilink ; Foo.md ; Bar.md ; src.md ; 日本語 [[Foo]] ; 日本語 [[Bar]]",
                "rename_edits_match_path_qualified_wikilink ; Notes/Foo.md ; Notes/Bar.md ; src.md ; [[Notes/Foo]] ;"
                        + " [[Notes/Bar]]",
                "rename_leaves_unrelated_links_untouched ; Foo.md ; Bar.md ; src.md ; [[Top]] [[Foo]] ; [[Top]] [[Bar]]",
                "rename_same_name_only_updates_correct_links ; x/Top.md ; x/Bar.md ; src.md ; [[Top]] [[x/Top]] ;"
                        + " [[Top]] [[x/Bar]]",
                "move_rewrites_outgoing_relative_parent_link ; Notes/Ideas.md ; Ideas.md ; Ideas.md ;"
                        + " Return to [[../Top]] ; Return to [[Top]]",
                "move_does_not_rewrite_unresolvable_outgoing_link ; Foo.md ; Archive/Foo.md ; Archive/Foo.md ;"
                        + " See [[Nonexistent Page]] first ; See [[Nonexistent Page]] first",
            })
    void linksAreRewrittenAsInTheOriginal(
            String name, String from, String to, String changed, String before, String after) throws IOException {
        write("Top.md", "x\n");
        write(from, changed.equals(to) ? before : "x\n");
        if (!changed.equals(to)) {
            write(changed, before);
        }

        accept(from, to);

        assertThat(text(changed)).as(name).isEqualTo(after);
    }

    @Test
    void aLinkByNameToTheOnlyDocumentOfThatNameStaysAsItIs() throws IOException {
        vault("Welcome.md", "x\n", "Getting Started.md", "See [[Welcome]] for details\n");

        accept("Welcome.md", "Archive/Welcome.md");

        assertThat(text("Getting Started.md")).isEqualTo("See [[Welcome]] for details\n");
    }

    @Test
    void linksInCommentsAreRewrittenToo() throws IOException {
        vault(
                "a.md", "# A\n",
                "b.md", "text{>>{\"author\":\"Ada\",\"time\":1,\"person\":true}@@see [[a|the plan]] and [p](a.md)<<}\n",
                "c.md", "{==text==}{>>compare [[A]] with `[[a]]`<<}\n");

        accept("a.md", "plans/b2.md");

        assertThat(documents())
                .containsEntry(
                        "b.md",
                        "text{>>{\"author\":\"Ada\",\"time\":1,\"person\":true}@@see [[b2|the plan]] and "
                                + "[p](plans/b2.md)<<}\n")
                .containsEntry("c.md", "{==text==}{>>compare [[b2]] with `[[a]]`<<}\n");
    }

    @Test
    void aMoveIsShownWithItsNewPathAndRejectionRemovesOnlyTheMark() throws IOException {
        vault("a.md", "# A\n", "b.md", "[[a]]\n");
        write("a.md", proposed("# A\n", "b/c.md"));
        open();

        assertThat(fixture().waiting("a.md")).singleElement().satisfies(it -> {
            assertThat(it.kind()).isEqualTo(PendingSuggestion.Kind.MOVE);
            assertThat(it.after()).isEqualTo("b/c.md");
        });
        fixture().review().decide(ADA, Decision.REJECT, fixture().refs("a.md"));
        assertThat(documents()).isEqualTo(Map.of("a.md", "# A\n", "b.md", "[[a]]\n"));
    }

    @Test
    void acceptanceRenamesTheFileCreatesFoldersAndRemovesTheMark() throws IOException {
        vault("a.md", "---\nx: 1\n---\n# A\r\n");

        assertThat(accept("a.md", "new/deep/c.md").refused()).isEmpty();

        assertThat(documents()).isEqualTo(Map.of("new/deep/c.md", "---\nx: 1\n---\n# A\r\n"));
    }

    @Test
    void everyFormOfLinkToTheDocumentIsRewritten() throws IOException {
        vault(
                "notes/old.md",
                "# Old\n",
                "a.md",
                """
                [[old]] [[old|alias]] [[old#Heading]] [[old#^block|x]] ![[old]] [[OLD.md]] [[notes/old]]
                [m](notes/old.md) [m](notes/old.md#h "title") [m](<notes/old.md>) [/](/notes/old.md)
                | [[old\\|cell]] |
                |---|

                [ref]: notes/old.md

                `[[old]]` [[older]] [web](https://example.com/old.md)
                """,
                "notes/beside.md",
                "[b](old.md) [b](./old.md) [[old]]\n",
                "deep/er/x.md",
                "---\nup: \"[[old]]\"\n---\n[u](../../notes/old.md)\n");

        assertThat(accept("notes/old.md", "archive/new name (1).md").refused()).isEmpty();

        assertThat(text("a.md")).isEqualTo("""
                        [[new name (1)]] [[new name (1)|alias]] [[new name (1)#Heading]] [[new name (1)#^block|x]] ![[new name (1)]] [[new name (1).md]] [[archive/new name (1)]]
                        [m](archive/new%20name%20%281%29.md) [m](archive/new%20name%20%281%29.md#h "title") [m](<archive/new name (1).md>) [/](/archive/new%20name%20%281%29.md)
                        | [[new name (1)\\|cell]] |
                        |---|

                        [ref]: archive/new%20name%20%281%29.md

                        `[[old]]` [[older]] [web](https://example.com/old.md)
                        """);
        assertThat(text("notes/beside.md"))
                .isEqualTo("[b](../archive/new%20name%20%281%29.md) [b](../archive/new%20name%20%281%29.md) "
                        + "[[new name (1)]]\n");
        assertThat(text("deep/er/x.md"))
                .isEqualTo("---\nup: \"[[new name (1)]]\"\n---\n[u](../../archive/new%20name%20%281%29.md)\n");
    }

    @Test
    void relativeLinksInTheMovedDocumentKeepTheirTargets() throws IOException {
        vault(
                "notes/old.md",
                "[x](x.md) [[x]] [up](../top.md) ![i](img/p.png) ![[img/p.png]] ![[p.png]] [me](old.md#h) [no](no.md)\n",
                "notes/x.md",
                "X\n",
                "top.md",
                "T\n",
                "notes/img/p.png",
                "PNG");

        assertThat(accept("notes/old.md", "a/b/new.md").refused()).isEmpty();

        assertThat(text("a/b/new.md"))
                .isEqualTo("[x](../../notes/x.md) [[x]] [up](../../top.md) ![i](../../notes/img/p.png) "
                        + "![[notes/img/p.png]] ![[p.png]] [me](new.md#h) [no](no.md)\n");
    }

    @Test
    void markdownLinksStayPathsAlthoughTheNameWouldBeEnough() throws IOException {
        vault("notes/old.md", "Old\n", "notes/a.md", "[o](old.md) [[old]] [r](notes/old.md)\n");

        assertThat(accept("notes/old.md", "archive/old.md").refused()).isEmpty();

        assertThat(text("notes/a.md")).isEqualTo("[o](../archive/old.md) [[old]] [r](../archive/old.md)\n");
    }

    @Test
    void linksByNameThatTheNewPathWouldRedirectAreWrittenWithTheirPaths() throws IOException {
        vault("x/note.md", "X\n", "y/other.md", "[[note]]\n", "z.md", "[[note]]\n", "old.md", "Old\n");

        assertThat(accept("old.md", "y/note.md").refused()).isEmpty();

        assertThat(text("y/other.md")).isEqualTo("[[x/note]]\n");
        assertThat(text("z.md")).isEqualTo("[[x/note]]\n");
    }

    @Test
    void linksInPendingSuggestionsAreRewrittenToo() throws IOException {
        vault(
                "old.md",
                "Old\n",
                "a.md",
                "See {--[[old]]--}{++nothing++} and {++[[old|x]]++}.\n",
                "b.md",
                "{--[[old]]--}\n");

        assertThat(accept("old.md", "new.md").refused()).isEmpty();

        assertThat(text("a.md")).isEqualTo("See {--[[new]]--}{++nothing++} and {++[[new|x]]++}.\n");
        assertThat(text("b.md")).isEqualTo("{--[[new]]--}\n");
    }

    @Test
    void aMoveIsRefusedIfASuggestionChangesPartOfALink() throws IOException {
        vault("old.md", "Old\n", "a.md", "See [[ol{++d++}]].\n");

        assertThat(accept("old.md", "new.md").refused())
                .singleElement()
                .satisfies(it -> assertThat(it.reason()).contains("A suggestion in a.md changes a link"));
        assertThat(text("a.md")).isEqualTo("See [[ol{++d++}]].\n");
        assertThat(folder.resolve("old.md")).exists();
        assertThat(folder.resolve(".mooring/move.json")).doesNotExist();
    }

    @Test
    void linksInFrontMatterAreRewrittenWhileAnotherPropertyIsProposed() throws IOException {
        String proposal =
                "{>>{\"author\":\"Bob\",\"time\":1,\"g\":\"g1\",\"prop\":\"title\",\"from\":\"B\",\"to\":\"C\"}@@"
                        + "title: B → C<<}\n";
        vault("old.md", "Old\n", "a.md", "---\ntitle: B\nup: \"[[old]]\"\n---\n" + proposal + "See [[old]].\n");

        assertThat(accept("old.md", "new.md").refused()).isEmpty();

        assertThat(text("a.md")).isEqualTo("---\ntitle: B\nup: \"[[new]]\"\n---\n" + proposal + "See [[new]].\n");
    }

    /** Without front matter, with other front matter, and with the link as the value that the proposal replaces. */
    @ParameterizedTest
    @CsvSource({
        "'', '\"to\":\"\\u005b\\u005bold\\u005d\\u005d\"'",
        "'---\ntitle: B\n---\n', '\"to\":[\"\\u005b\\u005bold\\u005d\\u005d\"]'",
        "'---\nup: \"[[old]]\"\n---\n', '\"from\":\"\\u005b\\u005bold\\u005d\\u005d\"'"
    })
    void aMoveIsRefusedIfAProposedPropertyContainsALinkThatItMustRewrite(String matter, String values)
            throws IOException {
        String text = matter + "{>>{\"author\":\"Bob\",\"time\":1,\"g\":\"g1\",\"prop\":\"up\"," + values
                + "}@@up<<}\nSee [[old]].\n";
        vault("old.md", "Old\n", "a.md", text);
        assertThat(MarkedText.parse(text).rejected().text())
                .isNotEqualTo(MarkedText.parse(text).accepted().text());

        assertThat(accept("old.md", "new.md").refused())
                .singleElement()
                .satisfies(it -> assertThat(it.reason()).contains("A suggestion in a.md changes a link"));

        assertThat(text("a.md")).isEqualTo(text);
        assertThat(folder.resolve("old.md")).exists();
    }

    @Test
    void aMoveNeverOverwritesAFile() throws IOException {
        vault("old.md", "Old\n", "a.md", "[[old]]\n", "new.md", "New\n");

        assertThat(accept("old.md", "new.md").refused())
                .singleElement()
                .satisfies(it -> assertThat(it.reason()).contains("new.md exists already"));

        assertThat(documents())
                .containsKey("old.md")
                .containsEntry("new.md", "New\n")
                .containsEntry("a.md", "[[old]]\n");
    }

    @Test
    void anUndoRestoresEveryByte() throws IOException {
        vault(
                "notes/old.md",
                "[x](x.md) [[old]]\r\n",
                "notes/x.md",
                "[[old]] [[notes/old]] [o](old.md)\n",
                "a.md",
                "![[old#h]] {++[[old]]++}\n");
        write("notes/old.md", proposed(text("notes/old.md"), "b/new.md"));
        Map<String, String> before = documents();
        open();
        fixture().review().decide(ADA, Decision.ACCEPT, fixture().refs("notes/old.md"));
        assertThat(documents()).doesNotContainKey("notes/old.md");

        assertThat(fixture().review().undo(ADA).orElseThrow().conflicts()).isEmpty();

        assertThat(documents()).isEqualTo(before);
    }

    /** A right-to-left mark, which a new name must not have, and a decomposed letter, which a new name would compose. */
    @Test
    void anUndoRestoresTheNameAsItWas() throws IOException {
        String name = "\u05D0\u200Fe\u0301.md";
        vault(name, "Old\n", "a.md", "[[\u05D0\u200Fe\u0301]]\n");
        write(name, proposed(text(name), "new.md"));
        Map<String, String> before = documents();
        open();
        fixture().review().decide(ADA, Decision.ACCEPT, fixture().refs(name));
        assertThat(documents()).containsEntry("a.md", "[[new]]\n");

        assertThat(fixture().review().undo(ADA).orElseThrow().conflicts()).isEmpty();

        assertThat(documents()).isEqualTo(before);
    }

    @Test
    void anUndoIsRefusedIfTheMovedDocumentHasChanged() throws IOException {
        vault("old.md", "Old\n", "a.md", "[[old]]\n");
        accept("old.md", "new.md");
        write("new.md", "Rewritten by a person\n");

        assertThat(fixture().review().undo(ADA).orElseThrow().conflicts()).containsExactly("old.md");

        assertThat(documents()).isEqualTo(Map.of("new.md", "Rewritten by a person\n", "a.md", "[[new]]\n"));
    }

    @Test
    void acceptAllAppliesOtherSuggestionsThenTheMove() throws IOException {
        vault("old.md", "Old {++text++}\n", "a.md", "[[old]] {++[[old]] more++}\n");
        write("old.md", proposed(text("old.md"), "new.md"));
        Map<String, String> before = documents();
        open();
        List<SuggestionRef> all = Stream.of("a.md", "old.md")
                .flatMap(path -> {
                    try {
                        return fixture().refs(path).stream();
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                })
                .toList();

        assertThat(fixture().review().decide(ADA, Decision.ACCEPT, all).refused())
                .isEmpty();

        assertThat(documents()).isEqualTo(Map.of("new.md", "Old text\n", "a.md", "[[new]] [[new]] more\n"));
        assertThat(fixture().review().undo(ADA).orElseThrow().conflicts()).isEmpty();
        assertThat(documents()).isEqualTo(before);
    }

    @Test
    void linksInADocumentThatAnEditorIsSavingAreRewrittenWithTheNextDecision() throws IOException {
        assumeTrue(System.getProperty("os.name").equals("Linux"));
        assumeTrue(MovesTest.class.getModule().isNativeAccessEnabled(), "there are file leases");
        vault("old.md", "Old\n", "a.md", "[[old]]\n", "b.md", "[[old]]\n");
        try (var writer = FileChannel.open(folder.resolve("a.md"), StandardOpenOption.WRITE)) {
            assertThat(accept("old.md", "new.md").refused()).isEmpty();
            assertThat(documents()).isEqualTo(Map.of("new.md", "Old\n", "a.md", "[[old]]\n", "b.md", "[[new]]\n"));
            writer.write(ByteBuffer.wrap("A person's line, then [[old]]\n".getBytes(UTF_8)));
        }

        fixture().review().decide(ADA, Decision.ACCEPT, List.of(new SuggestionRef("b.md", "none")));

        assertThat(text("a.md")).isEqualTo("A person's line, then [[new]]\n");
        assertThat(folder.resolve(".mooring/move.json")).doesNotExist();
    }

    @Test
    void aJournalWhoseFileIsNotRenamedIsDiscarded() throws IOException {
        vault("old.md", "Old\n", "a.md", "[[old]]\n");
        write(".mooring/move.json", journal());
        Map<String, String> before = documents();

        open();

        assertThat(documents()).isEqualTo(before);
        assertThat(folder.resolve(".mooring/move.json")).doesNotExist();
    }

    @Test
    void aJournalWhoseFileIsRenamedIsCompletedOnTopOfWhatAPersonHasWritten() throws IOException {
        vault("new.md", "Old\n", "a.md", "A person's new line.\n[[old]]\n");
        write(".mooring/move.json", journal());

        open();

        assertThat(documents()).isEqualTo(Map.of("new.md", "Old\n", "a.md", "A person's new line.\n[[new]]\n"));
        assertThat(folder.resolve(".mooring/move.json")).doesNotExist();
    }

    @Test
    void aDamagedJournalDoesNotPreventOpeningAndIsKept() throws IOException {
        vault("a.md", "A\n");
        write(".mooring/move.json", "{\"from\":");

        open();

        assertThat(fixture().review().pending(SuggestionFilter.ALL)).isEmpty();
        assertThat(folder.resolve(".mooring/move.json")).exists();
    }

    @Test
    void aJournalCannotReachOutsideTheFolder(@TempDir Path outside) throws IOException {
        Path secret = Files.writeString(outside.resolve("secret.md"), "[[old]]\n");
        vault("new.md", "Old\n");
        String escape = folder.relativize(secret).toString();
        write(".mooring/move.json", journal().replace("\"a.md\"", "\"" + escape + "\""));

        open();

        assertThat(secret).hasContent("[[old]]\n");
    }

    /** A journal of the move of old.md to new.md, with one link in a.md. Both documents have changed since. */
    private static String journal() {
        String hash = "0".repeat(32);
        return """
                {"from":"old.md","to":"new.md","changes":[
                 {"path":"new.md","base":"%s","result":"%s","places":[]},
                 {"path":"a.md","base":"%s","result":"%s","places":[{"style":"WIKI","start":2,"before":"old","after":"new"}]}]}
                """.formatted(hash, hash, hash, hash);
    }

    @Test
    void moveThroughAnotherVaultOnTheFolderIsSeen() throws IOException {
        vault("old.md", "Old\n", "a.md", "[[old]]\n");
        write("old.md", proposed("Old\n", "new.md"));
        open();
        try (Vault second = Vault.open(folder, false);
                var review = new Review(second, InstantSource.fixed(ReviewFixture.NOW))) {
            assertThat(review.decide(ADA, Decision.ACCEPT, fixture().refs("old.md"))
                            .refused())
                    .isEmpty();
        }
        assertThat(documents()).isEqualTo(Map.of("new.md", "Old\n", "a.md", "[[new]]\n"));
        assertThat(fixture().review().open("old.md")).isEmpty();
    }
}
