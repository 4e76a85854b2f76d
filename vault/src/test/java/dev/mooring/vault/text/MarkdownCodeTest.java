package dev.mooring.vault.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class MarkdownCodeTest {

    /** Returns the text with every character of code replaced by an asterisk. */
    private static String shaded(String text) {
        CodeRanges code = MarkdownCode.find(text);
        var out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            out.append(code.contains(i) && text.charAt(i) != '\n' ? '*' : text.charAt(i));
        }
        return out.toString();
    }

    @Nested
    class InlineSpans {

        @Test
        void spanEndsAtTheNextBacktickRunOfTheSameLength() {
            assertThat(shaded("a `b` c")).isEqualTo("a *** c");
            assertThat(shaded("a ``b ` c`` d")).isEqualTo("a ********* d");
            assertThat(shaded("a `b")).isEqualTo("a `b");
            assertThat(shaded("`a``b` c")).isEqualTo("****** c");
        }

        @Test
        void spanMayCrossALineEndingButNotABlock() {
            assertThat(shaded("a `b\nc` d")).isEqualTo("a **\n** d");
            assertThat(shaded("a `b\n\nc` d")).isEqualTo("a `b\n\nc` d");
            assertThat(shaded("- a `b\n- c` d")).isEqualTo("- a `b\n- c` d");
            assertThat(shaded("# a `b\nc` d")).isEqualTo("# a `b\nc` d");
            assertThat(shaded("| a `b |\n| c` d |")).isEqualTo("| a `b |\n| c` d |");
            assertThat(shaded("> a `b\nc` d")).isEqualTo("> a `b\nc` d");
        }

        @Test
        void escapedBacktickDoesNotOpenASpan() {
            assertThat(shaded("a \\`b` c")).isEqualTo("a \\`b` c");
            assertThat(shaded("a \\\\`b` c")).isEqualTo("a \\\\*** c");
        }
    }

    @Nested
    class Fences {

        @Test
        void fenceEndsAtItsClosingLine() {
            assertThat(shaded("a\n```js\nx\n```\nb")).isEqualTo("a\n*****\n*\n***\nb");
            assertThat(shaded("~~~\n```\n~~~\n`b`")).isEqualTo("***\n***\n***\n***");
            assertThat(shaded("````\n```\n````\nb")).isEqualTo("****\n***\n****\nb");
        }

        @Test
        void unclosedFenceEndsAtTheEndOfTheText() {
            assertThat(shaded("```\nx\n\ny")).isEqualTo("***\n*\n\n*");
        }

        @Test
        void fenceEndsWithTheQuoteOrListThatContainsIt() {
            assertThat(shaded("> ```\n> x\nafter")).isEqualTo("> ***\n***\nafter");
            assertThat(shaded("- ```\n  x\nafter")).isEqualTo("- ***\n***\nafter");
            assertThat(shaded("1. a\n   ```\n   x\n   ```\nafter")).isEqualTo("1. a\n   ***\n****\n******\nafter");
        }

        @Test
        void indentedLineOrInfoStringWithBackticksDoesNotOpenAFence() {
            assertThat(shaded("    ```\nafter")).isEqualTo("    ```\nafter");
            assertThat(shaded("``` a`b\nafter")).isEqualTo("``` a`b\nafter");
        }
    }

    @Test
    void frontMatterIsNotCode() {
        assertThat(shaded("---\na: `x\n---\nb` `c`")).isEqualTo("---\na: `x\n---\nb` ***".replace("b` ***", "b***c`"));
    }

    @Test
    void positionsAtTheEdgesOfCodeAreOutsideIt() {
        CodeRanges code = MarkdownCode.find("a `b` c");
        assertThat(code.surrounds(2)).isFalse();
        assertThat(code.surrounds(3)).isTrue();
        assertThat(code.surrounds(4)).isTrue();
        assertThat(code.surrounds(5)).isFalse();
    }
}
