package dev.mooring.vault.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.text.DocumentProperties;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LinkIndexTest {

    private final LinkIndex index = new LinkIndex();

    private void document(String path, String text) {
        index.put(path, LinkScanner.scan(text), Aliases.of(DocumentProperties.of(text)));
    }

    private List<String> forward(String path) {
        return index.linksOf(path).forward().stream()
                .map(forward -> forward.target() + ":" + forward.link().line())
                .toList();
    }

    private List<String> backlinks(String path) {
        return index.linksOf(path).backlinks().stream()
                .map(back -> back.source() + ":" + back.link().line())
                .toList();
    }

    @Nested
    class Scanning {

        private List<String> targets(String text) {
            return LinkScanner.scan(text).stream().map(Link::target).toList();
        }

        @Test
        void wikilinksAreFoundInAllForms() {
            assertThat(targets("[[a]] [[b|alias]] [[c#heading]] [[d#^block]] ![[e]] | [[f\\|g]] | [[h#x|y]]"))
                    .containsExactly("a", "b", "c", "d", "e", "f", "h");
        }

        @Test
        void markdownLinksAndDefinitionsAreFound() {
            assertThat(targets("[t](a.md) [t](<b c.md>) [t](d%20e.md \"title\") ![i](f.md#g)\n[ref]: h.md\n"))
                    .containsExactly("a.md", "b c.md", "d e.md", "f.md", "h.md");
        }

        @Test
        void urlsAnchorsCodeAndEscapedLinksAreLeftOut() {
            assertThat(targets("""
                    [t](https://x.y) [t](mailto:a@b) [t](#here) [[#here]] `[[code]]` \\[[no]]
                    [^1]: note
                    ```
                    [[fenced]] [t](x.md)
                    ```
                    """)).isEmpty();
        }

        @Test
        void linksHaveTheirLineNumbers() {
            assertThat(LinkScanner.scan("[[a]]\n\n[b](b.md) [[c]]\n[[d]]"))
                    .extracting(Link::line)
                    .containsExactly(1, 3, 3, 4);
        }
    }

    @Nested
    class Resolving {

        @Test
        void linkResolvesInTheSourceFolderThenAtTheRootThenByName() {
            document("note.md", "");
            document("a/note.md", "");
            document("a/source.md", "[[note]]");
            document("b/source.md", "[[note]] [[only]]");
            document("deep/er/only.txt", "");
            assertThat(forward("a/source.md")).containsExactly("a/note.md:1");
            assertThat(forward("b/source.md")).containsExactly("deep/er/only.txt:1", "note.md:1");
        }

        @Test
        void linkToSeveralDocumentsIsAmbiguous() {
            document("a/twin.md", "");
            document("b/twin.md", "");
            document("c/source.md", "[[twin]] [[b/twin]]");
            assertThat(index.linksOf("c/source.md").ambiguous())
                    .singleElement()
                    .satisfies(
                            ambiguous -> assertThat(ambiguous.candidates()).containsExactly("a/twin.md", "b/twin.md"));
            assertThat(forward("c/source.md")).containsExactly("b/twin.md:1");
            assertThat(backlinks("a/twin.md")).isEmpty();
        }

        @Test
        void caseAndUnicodeNormalFormAreIgnored() {
            document("Caf\u00e9.md", "");
            document("source.md", "[[CAFE\u0301]] [x](cafe\u0301.MD)");
            assertThat(forward("source.md")).containsExactly("Caf\u00e9.md:1", "Caf\u00e9.md:1");
        }

        @Test
        void aliasesAndRelativePathsResolve() {
            document("people/ann.md", "---\naliases: [Annie, \"A. Smith\"]\n---\n");
            document(
                    "people/bob.md",
                    "---\naliases: Bobby\n---\n[x](../source.md) [y](/people/ann.md) [z](../../out.md)");
            document("source.md", "[[annie]]\n[[A. Smith]]\n[[bobby]]");
            assertThat(forward("source.md")).containsExactly("people/ann.md:1", "people/ann.md:2", "people/bob.md:3");
            assertThat(backlinks("people/ann.md")).containsExactly("people/bob.md:4", "source.md:1", "source.md:2");
            assertThat(backlinks("source.md")).containsExactly("people/bob.md:4");
            assertThat(index.linksOf("people/bob.md").unresolved())
                    .extracting(Link::target)
                    .containsExactly("../../out.md");
        }

        @Test
        void unresolvedLinksAreListedWithoutFilesThatTheIndexDoesNotKnow() {
            document("source.md", "[[missing]] ![[paper.pdf]] ![[picture.png]] [[Release 1.2]]");
            assertThat(index.linksOf("source.md").unresolved())
                    .extracting(Link::target)
                    .containsExactly("missing", "picture.png", "Release 1.2");
        }

        @Test
        void linksToAttachmentsAreListedSeparately() {
            document("source.md", "![[picture.png]] [[note]]");
            document("note.md", "");
            index.putAttachment("images/picture.png");
            assertThat(index.linksOf("source.md").attachments())
                    .extracting(DocumentLinks.Forward::target)
                    .containsExactly("images/picture.png");
            assertThat(index.linksOf("source.md").forward())
                    .extracting(DocumentLinks.Forward::target)
                    .containsExactly("note.md");
            index.remove("images/picture.png");
            assertThat(index.linksOf("source.md").unresolved())
                    .extracting(Link::target)
                    .containsExactly("picture.png");
        }
    }

    @Nested
    class Changes {

        @Test
        void addingAndRemovingDocumentsResolvesLinksAgain() {
            document("source.md", "[[new]]");
            assertThat(forward("source.md")).isEmpty();
            document("x/new.md", "");
            assertThat(forward("source.md")).containsExactly("x/new.md:1");
            assertThat(backlinks("x/new.md")).containsExactly("source.md:1");
            document("y/new.md", "");
            assertThat(forward("source.md")).isEmpty();
            index.remove("x/new.md");
            assertThat(forward("source.md")).containsExactly("y/new.md:1");
            document("source.md", "nothing");
            assertThat(backlinks("y/new.md")).isEmpty();
        }
    }

    @Nested
    class RandomChanges {

        private static final List<String> PATHS =
                List.of("a.md", "x/a.md", "x/b.md", "b.txt", "a.txt.md", "y/x/a.md", "c.md", "A.markdown");
        private static final List<String> LINKS = List.of(
                "[[a]]",
                "[[x/a]]",
                "[[a.txt]]",
                "[[nick]]",
                "[t](a.md)",
                "[t](../a.md)",
                "[t](/b.txt)",
                "[[b]]",
                "[[c#h]]");

        @Test
        void documentsThatChangeWhileTheyAreCollectedCountOnce() {
            LinkIndex collected = LinkIndex.deferred();
            collected.put("a.md", LinkScanner.scan("[[b]] [[gone]]"), List.of());
            collected.put("gone.md", LinkScanner.scan("[[b]]"), List.of());
            collected.put("b.md", List.of(), List.of());
            collected.put("a.md", LinkScanner.scan("[[b]]"), List.of());
            collected.remove("gone.md");
            collected.connect();
            collected.connect();

            assertThat(collected.linksOf("b.md").backlinks())
                    .extracting(DocumentLinks.Backlink::source)
                    .containsExactly("a.md");
            assertThat(collected.linksOf("a.md").unresolved()).isEmpty();
        }

        @Test
        void changedIndexEqualsANewIndexOfTheSameDocuments() {
            var random = new Random(5);
            Map<String, String> texts = new TreeMap<>();
            for (int i = 0; i < 2_000; i++) {
                String path = PATHS.get(random.nextInt(PATHS.size()));
                if (random.nextInt(4) == 0) {
                    texts.remove(path);
                    index.remove(path);
                } else {
                    texts.put(path, text(random));
                    document(path, texts.get(path));
                }
                LinkIndex fresh = LinkIndex.deferred();
                texts.forEach((name, text) ->
                        fresh.put(name, LinkScanner.scan(text), Aliases.of(DocumentProperties.of(text))));
                fresh.connect();
                for (String each : PATHS) {
                    assertThat(index.linksOf(each)).as("%s of %s", each, texts).isEqualTo(fresh.linksOf(each));
                }
            }
        }

        private String text(Random random) {
            var text = new StringBuilder(random.nextInt(3) == 0 ? "---\naliases: [nick, b]\n---\n" : "");
            for (int n = random.nextInt(4); n > 0; n--) {
                text.append(LINKS.get(random.nextInt(LINKS.size()))).append(random.nextBoolean() ? "\n" : " ");
            }
            return text.toString();
        }
    }
}
