package dev.mooring.vault.search.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.text.DocumentProperties;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordIndexTest {

    private final WordIndex index = new WordIndex();

    private void put(String path, String text) {
        index.put(path, text, DocumentProperties.of(text));
    }

    private WordIndex.Hits search(String query, String under, int limit) {
        return index.search(query(query), under, limit, path -> -path.length());
    }

    private static SearchQuery query(String text) {
        return ((SearchQuery.Parsed.Valid) SearchQuery.parse(text)).query();
    }

    private List<String> paths(String query) {
        return search(query, "", 100).best().stream().map(WordIndex.Hit::path).toList();
    }

    @Nested
    class Ranked {

        @Test
        void wordsInTheNameComeBeforeHeadingsAndHeadingsBeforeText() {
            put("text.md", "The ferry leaves at nine.\n" + "Other words follow here.\n".repeat(5));
            put("heading.md", "# The ferry\n" + "Other words follow here.\n".repeat(5));
            put("ferry.md", "Leaves at nine.\n" + "Other words follow here.\n".repeat(5));
            put("none.md", "The boat leaves at nine.\n");
            assertThat(paths("ferry ")).containsExactly("ferry.md", "heading.md", "text.md");
        }

        @Test
        void titlesAndAliasesOfTheFrontMatterCountAsName() {
            put("a.md", "---\ntitle: Harbour guide\n---\ntext\n");
            put("b.md", "---\naliases: [Harbour plan, Port]\n---\ntext\n");
            put("c.md", "harbour harbour harbour\n");
            assertThat(paths("harbour")).startsWith("a.md", "b.md");
        }

        @Test
        void documentsWithAllWordsComeFirst() {
            put("one.md", "ferry ferry ferry ferry\n");
            put("both.md", "a long text about something else with a ferry and a harbour\n");
            put("other.md", "harbour harbour harbour\n");
            assertThat(paths("ferry harbour ").getFirst()).isEqualTo("both.md");
            assertThat(paths("ferry harbour ")).hasSize(3);
        }

        @Test
        void rareWordsCountMoreThanFrequentOnes() {
            for (int i = 0; i < 50; i++) {
                put("note" + i + ".md", "the ferry and the boat\n");
            }
            put("rare.md", "the lighthouse\n");
            assertThat(paths("the lighthouse ").getFirst()).isEqualTo("rare.md");
        }

        @Test
        void theLimitKeepsTheBestAndTheTotalCountsAll() {
            for (int i = 0; i < 50; i++) {
                put("note" + i + ".md", "ferry ".repeat(i + 1) + "word ".repeat(50 - i));
            }
            WordIndex.Hits hits = search("ferry ", "", 3);
            assertThat(hits.total()).isEqualTo(50);
            assertThat(hits.best())
                    .extracting(WordIndex.Hit::path)
                    .containsExactly("note49.md", "note48.md", "note47.md");
        }

        @Test
        void aQueryWithoutWordsIsOrderedByTheGivenScore() {
            put("longer.md", "#work\n");
            put("a.md", "#work\n");
            assertThat(paths("tag:work")).containsExactly("a.md", "longer.md");
        }
    }

    @Nested
    class Words {

        @ParameterizedTest
        @CsvSource({
            "FERRY , The ferry leaves",
            "cafe , Un café noir",
            "café , Un cafe noir",
            "cafe , 'Un cafe\u0301 noir'",
            "STRASSE , Die Strasse",
            "version2 , Use version2 now",
            "42 , Answer 42.",
            "case , a snake_case name",
            "東京 , 私は東京都に住む",
            "京 , 私は東京都に住む",
            "都 , 東京都",
            "москва , МОСКВА",
            "🎉 , party🎉time",
            "time , party🎉time",
            "leav, The ferry leaves",
            "l, The ferry leaves"
        })
        void aWordIsFoundWithoutCaseAndAccents(String query, String text) {
            put("a.md", text);
            put("b.md", "nothing here\n");
            assertThat(paths(query)).containsExactly("a.md");
        }

        @Test
        void onlyTheLastWordFindsLongerWords() {
            put("a.md", "category of ferries\n");
            assertThat(paths("cat ")).isEmpty();
            assertThat(paths("cat xyz")).isEmpty();
            assertThat(paths("ferr")).containsExactly("a.md");
        }

        @Test
        void theWordItselfComesBeforeLongerWords() {
            put("long.md", "category\n");
            put("exact.md", "cat\n");
            assertThat(paths("cat")).containsExactly("exact.md", "long.md");
        }

        @Test
        void wordsThatAreAddedAfterSortingAreFoundByPrefix() {
            var text = new StringBuilder();
            for (int i = 0; i < 20_000; i++) {
                text.append("word").append(i).append(' ');
            }
            put("many.md", text.toString());
            index.prepare();
            put("new.md", "wordplay\n");
            assertThat(paths("wordpl")).containsExactly("new.md");
            assertThat(paths("word1999")).containsExactly("many.md");
        }

        @Test
        void aWordThatBeginsVeryManyWordsSaysThatRareOnesWereLeftOut() {
            for (int document = 0; document < 500; document++) {
                var text = new StringBuilder();
                for (int i = 0; i < 1_000; i++) {
                    text.append("word").append(i).append(' ');
                }
                put(document + ".md", text.toString());
            }
            assertThat(search("w", "", 1).hasUnusedWords()).isTrue();
            assertThat(search("word999", "", 1).hasUnusedWords()).isFalse();
        }
    }

    @Nested
    class Filters {

        @Test
        void tagsOfTheTextAndOfTheFrontMatterAreFilters() {
            put("inline.md", "text #Work/meeting here\n");
            put("list.md", "---\ntags:\n  - work\n  - home\n---\n");
            put("flow.md", "---\ntags: [home, work]\n---\n");
            put("scalar.md", "---\ntags: work, home\n---\n");
            put("code.md", "```\n#work\n```\n`#work`\nissue#work\n");
            put("number.md", "see #42\n");
            assertThat(paths("tag:work")).containsExactlyInAnyOrder("inline.md", "list.md", "flow.md", "scalar.md");
            assertThat(paths("tag:#work/meeting")).containsExactly("inline.md");
            assertThat(paths("tag:42")).isEmpty();
            assertThat(paths("tag:wor")).isEmpty();
            assertThat(paths("text tag:work")).containsExactly("inline.md");
        }

        @Test
        void propertiesAreFiltersByNameAndByValue() {
            put("draft.md", "---\nstatus: Draft\ndue date: 2026-01-02\n---\nferry\n");
            put("final.md", "---\nstatus: final\nreviewers: [Ada, Bob]\n---\nferry\n");
            put("none.md", "ferry\n");
            assertThat(paths("property:status")).containsExactlyInAnyOrder("draft.md", "final.md");
            assertThat(paths("ferry property:status=draft")).containsExactly("draft.md");
            assertThat(paths("[status:final]")).containsExactly("final.md");
            assertThat(paths("property:reviewers=bob")).containsExactly("final.md");
            assertThat(paths("property:\"due date\"=2026-01-02")).containsExactly("draft.md");
            assertThat(paths("ferry -property:status")).containsExactly("none.md");
        }

        @Test
        void pathsAreFilters() {
            put("Projects/a.md", "ferry\n");
            put("archive/projects/b.md", "ferry\n");
            put("c.md", "ferry\n");
            assertThat(paths("ferry path:projects/"))
                    .containsExactlyInAnyOrder("Projects/a.md", "archive/projects/b.md");
            assertThat(paths("ferry path:./projects -path:archive")).containsExactly("Projects/a.md");
            assertThat(search("ferry", "archive", 10).best())
                    .extracting(WordIndex.Hit::path)
                    .containsExactly("archive/projects/b.md");
            assertThat(search("ferry", "arch", 10).best()).isEmpty();
        }

        @Test
        void excludedWordsAreFilters() {
            put("a.md", "ferry harbour\n");
            put("b.md", "ferry\n");
            assertThat(paths("ferry -harbour")).containsExactly("b.md");
        }

        @Test
        void everyWordOfAPhraseIsRequired() {
            put("a.md", "the ferry leaves\n");
            put("b.md", "the ferry\n");
            assertThat(paths("\"ferry leaves\"")).containsExactly("a.md");
            assertThat(Snippet.satisfiesPhrases("The ferry,\nleaves", query("\"ferry leaves\"")))
                    .isTrue();
            assertThat(Snippet.satisfiesPhrases("leaves the ferry", query("\"ferry leaves\"")))
                    .isFalse();
            assertThat(Snippet.satisfiesPhrases("私は東京都 tower", query("\"東京都 tower\"")))
                    .isTrue();
        }
    }

    @Nested
    class Changes {

        @Test
        void aChangedOrRemovedDocumentIsNotFoundByItsOldWords() {
            put("a.md", "ferry\n");
            put("a.md", "harbour\n");
            assertThat(paths("ferry")).isEmpty();
            assertThat(paths("harbour")).containsExactly("a.md");
            index.remove("a.md");
            index.remove("a.md");
            assertThat(paths("harbour")).isEmpty();
            assertThat(index.size()).isZero();
        }

        @Test
        void manyChangesKeepTheIndexSmallAndEqualToAFreshOne() {
            var random = new Random(7);
            Map<String, String> texts = new HashMap<>();
            for (int i = 0; i < 20_000; i++) {
                String path = random.nextInt(100) + ".md";
                if (random.nextInt(10) == 0) {
                    texts.remove(path);
                    index.remove(path);
                } else {
                    String text = "w" + random.nextInt(30) + " w" + random.nextInt(30) + " #t" + random.nextInt(3)
                            + " only" + i + "\n";
                    texts.put(path, text);
                    put(path, text);
                }
            }
            assertThat(index.size()).isEqualTo(texts.size());
            assertThat(index.sizeInBytes()).isLessThan(2_000_000);
            for (int word = 0; word < 30; word++) {
                String wanted = "w" + word;
                var expected = new TreeSet<String>();
                texts.forEach((path, text) -> {
                    if (List.of(text.split(" ")).contains(wanted)) {
                        expected.add(path);
                    }
                });
                assertThat(new TreeSet<>(paths(wanted + " "))).isEqualTo(expected);
            }
            assertThat(paths("tag:t1")).hasSize((int) texts.values().stream()
                    .filter(text -> text.contains("#t1 "))
                    .count());
        }

        @Test
        void threadsAddAndSearchAtTheSameTime() throws Exception {
            try (var threads = Executors.newFixedThreadPool(4)) {
                List<Future<?>> done = new ArrayList<>();
                for (int t = 0; t < 4; t++) {
                    int thread = t;
                    done.add(threads.submit(() -> {
                        for (int i = 0; i < 300; i++) {
                            put(thread + "-" + i + ".md", "ferry number" + i + "\n");
                            assertThat(paths("number" + i + " ")).contains(thread + "-" + i + ".md");
                        }
                    }));
                }
                for (Future<?> each : done) {
                    each.get();
                }
            }
            assertThat(search("ferry", "", 1).total()).isEqualTo(1_200);
        }
    }

    @Test
    void theIndexIsSmallerThanTwiceTheText() {
        var random = new Random(11);
        long characters = 0;
        for (int i = 0; i < 2_000; i++) {
            var text = new StringBuilder();
            while (text.length() < 4_000) {
                text.append("word")
                        .append((int) (Math.pow(random.nextDouble(), 4) * 30_000))
                        .append(' ');
            }
            characters += text.length();
            put(i + ".md", text.toString());
        }
        index.prepare();
        assertThat(index.sizeInBytes()).isLessThan(2 * characters);
    }
}
