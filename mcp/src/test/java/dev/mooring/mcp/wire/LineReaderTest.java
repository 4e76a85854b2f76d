package dev.mooring.mcp.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineReaderTest {
    @Nested
    class Lines {
        @Test
        void linesAreDeliveredWithoutLineBreaks() throws IOException {
            assertThat(read("one\ntwo\r\nthree\n", 100)).containsExactly("one", "two", "three");
        }

        @Test
        void emptyLinesAreSkipped() throws IOException {
            assertThat(read("\n\r\n\none\n\n", 100)).containsExactly("one");
        }

        @Test
        void theLastLineNeedsNoLineBreak() throws IOException {
            assertThat(read("one\ntwo", 100)).containsExactly("one", "two");
            assertThat(read("", 100)).isEmpty();
        }

        @Test
        void aCarriageReturnWithinALineIsKept() throws IOException {
            assertThat(read("a\rb\n", 100)).containsExactly("a\rb");
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3, 7, 16 * 1024, 100_000})
        void linesDoNotDependOnTheSizeOfReads(int atOnce) throws IOException {
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                lines.add(i + "世".repeat(i * 7));
            }

            assertThat(read(inPieces(String.join("\n", lines), atOnce), 100_000))
                    .isEqualTo(lines);
        }

        @Test
        void aLineMayBeAsLongAsTheLimit() throws IOException {
            String line = "x".repeat(100_000);

            assertThat(read(line + "\n" + line + "\nshort\n", 100_000)).containsExactly(line, line, "short");
        }
    }

    @Nested
    class OversizedLines {
        @ParameterizedTest
        @ValueSource(ints = {1, 5, 16 * 1024, 1_000_000})
        void anOversizedLineIsReportedByItsIdAndLaterLinesAreDelivered(int atOnce) throws IOException {
            String huge =
                    "{\"jsonrpc\":\"2.0\",\"result\":{\"id\":1,\"text\":\"" + "x".repeat(50_000) + "\"},\"id\":42}";

            assertThat(read(inPieces("before\n" + huge + "\nafter\n", atOnce), 1000))
                    .containsExactly("before", "oversized 42", "after");
        }

        @Test
        void anOversizedLineInOneReadIsDropped() throws IOException {
            assertThat(read("x".repeat(101) + "\n" + "y".repeat(100) + "\n", 100))
                    .containsExactly("oversized ?", "y".repeat(100));
        }

        @Test
        void anOversizedLineAtTheEndIsReported() throws IOException {
            assertThat(read("{\"id\":7,\"result\":\"" + "x".repeat(50_000), 1000))
                    .containsExactly("oversized 7");
        }

        @Test
        void consecutiveOversizedLinesAreReported() throws IOException {
            String huge = "x".repeat(50_000) + "\n";

            assertThat(read(huge + huge + "after", 1000)).containsExactly("oversized ?", "oversized ?", "after");
        }
    }

    private static List<String> read(String text, int limit) throws IOException {
        return read(new ByteArrayInputStream(text.getBytes(UTF_8)), limit);
    }

    private static List<String> read(InputStream in, int limit) throws IOException {
        List<String> seen = new ArrayList<>();
        new LineReader(in, limit).readAll(new LineReader.Lines() {
            @Override
            public void line(byte[] bytes, int offset, int length) {
                seen.add(new String(bytes, offset, length, UTF_8));
            }

            @Override
            public void oversized(TopLevelId id) {
                seen.add("oversized " + id.value().map(Object::toString).orElse("?"));
            }
        });
        return seen;
    }

    private static InputStream inPieces(String text, int atOnce) {
        return new ByteArrayInputStream(text.getBytes(UTF_8)) {
            @Override
            public synchronized int read(byte[] buffer, int offset, int length) {
                return super.read(buffer, offset, Math.min(atOnce, length));
            }
        };
    }
}
