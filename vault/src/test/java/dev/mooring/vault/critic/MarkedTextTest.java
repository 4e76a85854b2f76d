package dev.mooring.vault.critic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class MarkedTextTest {

    private static final String META = "{\"author\":\"Claude\",\"time\":1700000000}@@";

    private static String accepted(String raw) {
        return MarkedText.parse(raw).accepted().text();
    }

    private static String rejected(String raw) {
        return MarkedText.parse(raw).rejected().text();
    }

    @Nested
    class AllFiveKinds {

        private final String raw = "a {++in++} b {--out--} c {~~old~>new~~} d {==high==} e {>>note<<} f";

        @Test
        void acceptedViewAppliesSuggestionsAndHidesComments() {
            assertThat(accepted(raw)).isEqualTo("a in b  c new d high e  f");
        }

        @Test
        void rejectedViewUndoesSuggestionsAndHidesComments() {
            assertThat(rejected(raw)).isEqualTo("a  b out c old d high e  f");
        }

        @Test
        void decisionsKeepCommentsAndHighlights() {
            var text = MarkedText.parse(raw);
            assertThat(text.acceptAll()).isEqualTo("a in b  c new d {==high==} e {>>note<<} f");
            assertThat(text.rejectAll()).isEqualTo("a  b out c old d {==high==} e {>>note<<} f");
        }

        @Test
        void marksNeverNest() {
            assertThat(MarkScanner.scan("{++ a {--b--} c ++}"))
                    .extracting(Mark::kind)
                    .containsExactly(MarkKind.DELETION);
            assertThat(accepted("{++ stray {++b++}")).isEqualTo("{++ stray b");
        }

        @Test
        void markNeedsTheClosingDelimiterOfItsKind() {
            assertThat(MarkScanner.scan("{++a--} {~~no arrow~~} {++")).isEmpty();
            assertThat(accepted("{++}++}")).isEqualTo("}");
            assertThat(accepted("{--a---}b")).isEqualTo("b");
            assertThat(rejected("{--a---}b")).isEqualTo("a-b");
        }
    }

    @Nested
    class Metadata {

        @Test
        void metadataNamesAuthorAndTimeInSeconds() {
            Mark mark = MarkScanner.scan("{++" + META + "x++}").getFirst();
            assertThat(mark.metadata()).isEqualTo(MarkMetadata.of("Claude", Instant.ofEpochSecond(1_700_000_000)));
            assertThat(mark.accepted())
                    .extracting(range -> range.in("{++" + META + "x++}"))
                    .isEqualTo("x");
        }

        @Test
        void timestampIsReadInMilliseconds() {
            Mark mark = MarkScanner.scan("{--{\"author\":\"B\",\"timestamp\":1700000000123}@@x--}")
                    .getFirst();
            assertThat(mark.metadata()).isEqualTo(MarkMetadata.of("B", Instant.ofEpochMilli(1_700_000_000_123L)));
        }

        @Test
        void metadataIsAJsonObjectBeforeTwoAtSigns() {
            assertThat(accepted("{++{a}@@x++}")).isEqualTo("{a}@@x");
            assertThat(accepted("{++a@@x++}")).isEqualTo("a@@x");
            // The plugin ends the metadata at the first @@ too.
            assertThat(accepted("{++{\"a\":\"}@@\"}@@x++}")).isEqualTo("{\"a\":\"}@@\"}@@x");
            assertThat(accepted("{++ {\"author\":\"A\"} @@x++}")).isEqualTo("x");
            assertThat(accepted("{~~" + META + "a~>b~~}")).isEqualTo("b");
        }

        @Test
        void anyAuthorNameSurvivesWritingAndReading() {
            for (String author :
                    List.of("Ada", "a--}b", "{++x++}", "\"q\\", "~>", "}@@", "`c`", "a | b: #c", "😀 é\n")) {
                var metadata = MarkMetadata.of(author, Instant.ofEpochSecond(5));
                var marks = MarkScanner.scan("{--" + metadata.toPrefix() + "x--}");
                assertThat(marks).hasSize(1);
                assertThat(marks.getFirst().metadata()).isEqualTo(metadata);
            }
        }
    }

    @Nested
    class Code {

        @Test
        void plainMarksInsideCodeAreLiteralText() {
            assertThat(accepted("`{++a++}` {++b++}")).isEqualTo("`{++a++}` b");
            assertThat(accepted("```\n{--a--}\n{>>c<<}\n```\n{--b--}")).isEqualTo("```\n{--a--}\n{>>c<<}\n```\n");
        }

        @Test
        void markNextToASingleBacktickIsAMark() {
            assertThat(accepted("`{++a++}")).isEqualTo("`a");
            assertThat(accepted("{++a++}`")).isEqualTo("a`");
        }

        @Test
        void bodyStartsAfterTheFrontMatter() {
            assertThat(MarkedText.bodyStart("---\na: 1\n---\nbody")).isEqualTo(13);
            assertThat(MarkedText.bodyStart("body")).isZero();
        }

        @Test
        void marksWithMetadataAreMarksInsideCodeToo() {
            assertThat(accepted("`a{++" + META + "b++}`")).isEqualTo("`ab`");
            assertThat(rejected("```\nx{--" + META + "y--}\n```")).isEqualTo("```\nxy\n```");
        }

        @Test
        void markAroundWholeCodeIsAMark() {
            assertThat(accepted("{--`a`--}{++`b`++}")).isEqualTo("`b`");
            assertThat(accepted("x\n{++\n```\n{ }\n```\n++}")).isEqualTo("x\n\n```\n{ }\n```\n");
        }

        @Test
        void codeIsFoundInTheRejectedView() {
            assertThat(accepted("{++`++}a {++b++} {++`++}")).isEqualTo("`a b `");
            assertThat(accepted("`a {++b++} {--`--}")).isEqualTo("`a {++b++} {--`--}");
        }
    }

    @Nested
    class Decisions {

        @Test
        void adjacentMarksOfOneAuthorAreOneSuggestion() {
            var text = MarkedText.parse("a {--b--}{++c++} {++d++}{--" + META + "e--}");
            assertThat(text.suggestions()).hasSize(3);
            assertThat(text.decide(text.suggestions().getFirst(), Decision.ACCEPT))
                    .isEqualTo("a c {++d++}{--" + META + "e--}");
            assertThat(text.decide(text.suggestions().getLast(), Decision.REJECT))
                    .isEqualTo("a {--b--}{++c++} {++d++}e");
        }

        @Test
        void documentThatIsOneCreatedInsertionIsProposed() {
            String created = "{++"
                    + MarkMetadata.of("A", Instant.EPOCH)
                            .with(MarkMetadata.Flag.CREATED)
                            .toPrefix() + "# New\n++}";
            assertThat(MarkedText.parse(created).isProposedDocument()).isTrue();
            assertThat(MarkedText.parse("---\na: 1\n---\n" + created).isProposedDocument())
                    .isTrue();
            assertThat(MarkedText.parse("{++" + META + "text of an empty document++}")
                            .isProposedDocument())
                    .isFalse();
            assertThat(MarkedText.parse(created + "bare").isProposedDocument()).isFalse();
            assertThat(MarkedText.parse("").isProposedDocument()).isFalse();
            String deletion = "{--"
                    + MarkMetadata.of("A", Instant.EPOCH)
                            .with(MarkMetadata.Flag.CREATED)
                            .toPrefix() + "\n--}";
            assertThat(MarkedText.parse(created + deletion).isProposedDocument())
                    .as("a blank line that an editor added is no text")
                    .isTrue();
        }
    }

    @Nested
    class Positions {

        @Test
        void positionsMapBothWaysForEveryVisibleCharacter() {
            String raw = "\uFEFFa\r\n{--b\r\n--}{++c\r\nd++}e {~~f~>g~~}\nh{>>i<<}\r\nj";
            var text = MarkedText.parse(raw);
            for (View view : List.of(text.accepted(), text.rejected())) {
                for (int i = 0; i < view.text().length(); i++) {
                    int at = view.rawStart(i);
                    assertThat(view.fromRaw(at)).isEqualTo(i);
                    assertThat(view.fromRaw(view.rawEnd(i + 1))).isEqualTo(i + 1);
                    String source = raw.substring(at, view.rawEnd(i + 1)).replace("\r\n", "\n");
                    assertThat(source).isEqualTo(view.text().substring(i, i + 1));
                }
            }
            assertThat(text.accepted().text()).isEqualTo("a\nc\nde g\nh\nj");
            assertThat(text.rejected().text()).isEqualTo("a\nb\ne f\nh\nj");
            assertThat(text.rejected().rawText()).isEqualTo("a\r\nb\r\ne f\nh\r\nj");
        }

        @Test
        void endOfMarkAroundIsThePositionItselfOutsideMarksAndAtTheirEdges() {
            var text = MarkedText.parse("a{++b++}c{--d--}{>>e<<}f");
            int[] ends = {0, 1, 8, 8, 8, 8, 8, 8, 8, 9, 16, 16, 16, 16, 16, 16, 16, 23, 23, 23, 23, 23, 23, 23, 24};
            for (int i = 0; i < ends.length; i++) {
                assertThat(text.endOfMarkAround(i)).as("around %s", i).isEqualTo(ends[i]);
            }
        }

        @Test
        void marksWithinARangeLieWhollyInsideIt() {
            var text = MarkedText.parse("a{++b++}c{--d--}{>>e<<}f");
            List<Mark> marks = text.marks();
            for (int start = 0; start <= text.raw().length(); start++) {
                for (int end = start; end <= text.raw().length(); end++) {
                    var range = new TextRange(start, end);
                    assertThat(text.marksWithin(range))
                            .as("within %s", range)
                            .isEqualTo(marks.stream()
                                    .filter(mark -> mark.whole().start() >= range.start()
                                            && mark.whole().end() <= range.end())
                                    .toList());
                }
            }
        }

        @Test
        void rejectedViewOfARangeLeavesOutTheTextAroundIt() {
            var text = MarkedText.parse("a {--b--}{++c++} d{>>e<<} f");
            assertThat(text.rejectedWithin(new TextRange(2, 25)).text()).isEqualTo("b d");
            assertThat(text.rejectedWithin(new TextRange(0, 1)).text()).isEqualTo("a");
        }

        @Test
        void commentsAreTheMarksOfThatKind() {
            var text = MarkedText.parse("a {++b++} {>>c<<} {==d==} {>>e<<}");
            assertThat(text.comments())
                    .extracting(comment -> comment.text().in(text.raw()))
                    .containsExactly("c", "e");
        }

        @Test
        void endOfAnEmptyViewIsTheStartOfTheText() {
            assertThat(MarkedText.parse("").accepted().rawEnd(0)).isZero();
            assertThat(MarkedText.parse("\uFEFF").accepted().rawEnd(0)).isEqualTo(1);
        }
    }

    @Test
    void manyUnclosedDelimitersTakeLinearTime() {
        String unclosed = "{++ ".repeat(500_000) + "{--x--}";
        assertThat(MarkedText.parse(unclosed).marks()).hasSize(1);
        String crowded = "{++a++}\n".repeat(300_000);
        assertThat(MarkedText.parse(crowded).accepted().text()).hasSize(600_000);
    }
}
