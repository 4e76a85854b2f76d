package dev.mooring.mcp.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class SseReaderTest {
    @Nested
    class Events {
        @ParameterizedTest
        @ValueSource(strings = {"\n", "\r", "\r\n"})
        void anEmptyLineEndsAnEventWithEveryKindOfLineBreak(String end) throws IOException {
            String stream = String.join(end, "event: note", "data: one", "", "data: two", "", "");

            assertThat(events(stream)).containsExactly(event("note", "one"), event("message", "two"));
        }

        @Test
        void lineBreaksMayBeMixed() throws IOException {
            assertThat(events("data: a\rdata: b\ndata: c\r\n\rdata: d\n\r"))
                    .containsExactly(event("message", "a\nb\nc"), event("message", "d"));
        }

        @Test
        void dataLinesAreJoined() throws IOException {
            assertThat(events("data: first\ndata:\ndata:  third\n\n"))
                    .containsExactly(event("message", "first\n\n third"));
        }

        @Test
        void anEventHasTheIdAndRetryDelayThatItDeclares() throws IOException {
            assertThat(events("id: 7\nretry: 500\ndata:\n\nid\ndata: x\n\nretry: soon\nretry:\nid: 8\n\n"))
                    .containsExactly(
                            new SseReader.Event("message", "7", 500L, ""),
                            new SseReader.Event("message", "", null, "x"),
                            new SseReader.Event("message", "8", null, ""));
        }

        @Test
        void onlyTheFirstColonSeparatesFieldAndValue() throws IOException {
            assertThat(events("data:{\"a\":\"b: c\"}\n\n")).containsExactly(event("message", "{\"a\":\"b: c\"}"));
        }

        @Test
        void dataMayContainAnyCharacter() throws IOException {
            assertThat(events("data: 世界 🧭\n\n")).containsExactly(event("message", "世界 🧭"));
        }

        @Test
        void aByteOrderMarkIsSkipped() throws IOException {
            assertThat(events("\ufeffdata: x\n\n")).containsExactly(event("message", "x"));
        }

        @Test
        void commentsAndUnknownFieldsAreIgnored() throws IOException {
            assertThat(events(": keep-alive\n\n:\n\nunknown: x\n\ndata: y\n: between\ndatum: z\n\n\n\n"))
                    .containsExactly(event("message", "y"));
        }
    }

    @Nested
    class EndOfStream {
        @ParameterizedTest
        @ValueSource(strings = {"", "data: cut", "data: cut\n", "data: cut\r\n", "id: 1\ndata: cut", "\n\n", ":", "da"})
        void anIncompleteEventIsDroppedAtTheEnd(String rest) throws IOException {
            assertThat(events("data: whole\n\n" + rest)).containsExactly(event("message", "whole"));
        }

        @Test
        void nextReturnsNullRepeatedlyAtTheEnd() throws IOException {
            SseReader reader = new SseReader(stream("data: x\n\n"), 100);
            assertThat(reader.next()).isEqualTo(event("message", "x"));

            assertThat(reader.next()).isNull();
            assertThat(reader.next()).isNull();
        }

        @Test
        void anIoErrorIsThrown() throws IOException {
            InputStream broken = new FilterInputStream(stream("data: x\n\ndata:")) {
                @Override
                public int read(byte[] buffer, int offset, int length) throws IOException {
                    int count = super.read(buffer, offset, length);
                    if (count < 0) {
                        throw new IOException("broken");
                    }
                    return count;
                }
            };
            SseReader reader = new SseReader(broken, 100);

            assertThat(reader.next()).isEqualTo(event("message", "x"));
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(reader::next)
                    .withMessage("broken");
        }
    }

    @Nested
    class Input {
        @Test
        void bytesMayArriveOneByOne() throws IOException {
            byte[] bytes = "id: 1\r\ndata: 世\r\n\r\ndata: b\r\r".getBytes(UTF_8);
            InputStream slow = new ByteArrayInputStream(bytes) {
                @Override
                public synchronized int read(byte[] buffer, int offset, int length) {
                    return super.read(buffer, offset, Math.min(1, length));
                }
            };

            assertThat(all(new SseReader(slow, 100)))
                    .containsExactly(new SseReader.Event("message", "1", null, "世"), event("message", "b"));
        }

        @Test
        void aCompleteEventIsReturnedWithoutReadingMore() throws IOException {
            try (PipedOutputStream out = new PipedOutputStream();
                    PipedInputStream in = new PipedInputStream(out)) {
                out.write("data: now\r\r".getBytes(UTF_8));
                out.flush();

                assertThat(new SseReader(in, 100).next()).isEqualTo(event("message", "now"));
            }
        }

        @Test
        void anEventMayBeLargerThanTheBuffer() throws IOException {
            String large = "x".repeat(100_000);

            assertThat(events("data: " + large + "\n\ndata: " + large + "\n\n", 200_000))
                    .containsExactly(event("message", large), event("message", large));
        }
    }

    @Nested
    class OversizedEvents {
        @ParameterizedTest
        @ValueSource(strings = {"data: ", ": ", "id: ", "unknown"})
        void anOversizedLineIsRejectedInEveryField(String field) {
            assertOversized(field + "x".repeat(200) + "\n\n");
        }

        @Test
        void anOversizedEventIsRejectedBeforeItsEnd() {
            assertOversized("data: " + "x".repeat(1_000_000));
        }

        @Test
        void anOversizedEventOfShortLinesIsRejected() {
            assertOversized("data: 0123456789\n".repeat(20) + "\n");
            assertOversized("data:\n".repeat(200) + "\n");
        }

        @Test
        void anEventOfMaximumSizeIsAccepted() throws IOException {
            assertThat(events("data: " + "x".repeat(90) + "\n\n")).hasSize(1);
        }

        private static void assertOversized(String stream) {
            assertThatExceptionOfType(SseReader.OversizedEvent.class).isThrownBy(() -> events(stream));
        }
    }

    private static SseReader.Event event(String name, String data) {
        return new SseReader.Event(name, null, null, data);
    }

    private static List<SseReader.Event> events(String text) throws IOException {
        return events(text, 100);
    }

    private static List<SseReader.Event> events(String text, int limit) throws IOException {
        return all(new SseReader(stream(text), limit));
    }

    private static List<SseReader.Event> all(SseReader reader) throws IOException {
        List<SseReader.Event> events = new ArrayList<>();
        SseReader.Event event;
        while ((event = reader.next()) != null) {
            events.add(event);
        }
        return events;
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }
}
