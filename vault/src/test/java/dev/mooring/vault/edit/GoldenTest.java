package dev.mooring.vault.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.critic.MarkedText;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Difficult cases as files: a document, a sequence of edits, and the raw text that they produce. Lines that begin with
 * {@code ###} separate the parts. {@code ### edit AUTHOR} precedes the old text, {@code ### to} the new text.
 * {@code ### all AUTHOR} replaces all occurrences. {@code ### refused} expects that the edit before it is refused. The
 * line ending before a separator belongs to the separator.
 */
class GoldenTest {

    static Stream<Path> cases() throws IOException, URISyntaxException {
        Path folder = Path.of(
                Objects.requireNonNull(GoldenTest.class.getResource("/golden")).toURI());
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".golden")).sorted().toList().stream();
        }
    }

    private record Part(String title, String text) {}

    @ParameterizedTest
    @MethodSource("cases")
    void editsProduceExactlyTheExpectedText(Path file) throws IOException {
        List<Part> parts = parts(Files.readString(file, StandardCharsets.UTF_8));
        String original = parts.getFirst().text;
        MarkedText text = MarkedText.parse(original);
        int time = 0;
        for (int i = 1; i < parts.size(); i++) {
            Part part = parts.get(i);
            if (part.title.equals("after")) {
                assertThat(text.raw()).isEqualTo(part.text);
            } else if (part.title.startsWith("edit ") || part.title.startsWith("all ")) {
                String author = part.title.substring(part.title.indexOf(' ') + 1);
                var edit = new Edit(
                        part.text,
                        parts.get(++i).text,
                        part.title.startsWith("all "),
                        Signature.by(author, Instant.ofEpochSecond(++time)));
                EditOutcome outcome = SuggestedEdit.apply(text, edit);
                boolean refused = i + 1 < parts.size() && parts.get(i + 1).title.equals("refused");
                if (refused) {
                    i++;
                    assertThat(outcome).isInstanceOf(EditOutcome.Refused.class);
                } else {
                    assertThat(outcome).isInstanceOf(EditOutcome.Suggested.class);
                    text = ((EditOutcome.Suggested) outcome).text();
                }
            }
        }
        assertThat(text.rejected().rawText())
                .isEqualTo(MarkedText.parse(original).rejected().rawText());
    }

    private static List<Part> parts(String file) {
        List<Part> parts = new ArrayList<>();
        int at = 0;
        while (at < file.length()) {
            int titleEnd = file.indexOf('\n', at);
            String title = file.substring(at + 3, titleEnd).strip();
            int next = file.indexOf("\n###", titleEnd);
            // The separator follows an empty part immediately.
            int end = next < 0 ? file.length() : next;
            parts.add(new Part(title, end > titleEnd ? file.substring(titleEnd + 1, end) : ""));
            at = next < 0 ? file.length() : next + 1;
        }
        return parts;
    }
}
