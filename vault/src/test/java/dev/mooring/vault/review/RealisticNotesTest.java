package dev.mooring.vault.review;

import static dev.mooring.vault.review.ReviewFixture.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.critic.Decision;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.edit.Edit;
import dev.mooring.vault.edit.EditOutcome;
import dev.mooring.vault.edit.Signature;
import dev.mooring.vault.edit.SuggestedEdit;
import dev.mooring.vault.text.LineNumbers;
import dev.mooring.vault.text.MarkdownTables;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 40 notes as people write them, and 32 edits as assistants make them: each edit is one suggestion that reads well. */
class RealisticNotesTest {

    private static final Pattern EDIT = Pattern.compile("(?ms)^### edit ([^\n]+)\n(.*?)\n### to\n(.*?)\n(?=### |\\z)");

    @TempDir
    Path folder;

    private final Map<String, String> originals = new TreeMap<>();
    private final Map<String, String> edited = new TreeMap<>();
    private final List<ProposedEdit> edits = new ArrayList<>();
    private ReviewFixture vault;

    private record ProposedEdit(String path, String oldText, String newText) {}

    @BeforeEach
    void editTheNotes() throws IOException, URISyntaxException {
        Path notes = resource("/notes");
        try (Stream<Path> files = Files.walk(notes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                originals.put(notes.relativize(file).toString(), Files.readString(file));
            }
        }
        Matcher edit = EDIT.matcher(Files.readString(resource("/note-edits.txt")));
        while (edit.find()) {
            edits.add(new ProposedEdit(edit.group(1), edit.group(2), edit.group(3)));
        }
        edited.putAll(originals);
        for (int i = 0; i < edits.size(); i++) {
            ProposedEdit proposed = edits.get(i);
            edited.merge(proposed.path, "", (text, _) -> text.replace(proposed.oldText, proposed.newText));
            originals.putIfAbsent(proposed.path, "");
        }
        for (Map.Entry<String, String> note : originals.entrySet()) {
            MarkedText text = MarkedText.parse(note.getValue());
            for (int i = 0; i < edits.size(); i++) {
                if (edits.get(i).path.equals(note.getKey())) {
                    text = suggested(text, edits.get(i), "g" + i);
                }
            }
            Path file = folder.resolve(note.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, text.raw());
        }
        vault = new ReviewFixture(folder); // only now, so that it lists all notes
    }

    private static Path resource(String name) throws URISyntaxException {
        URL url = Objects.requireNonNull(RealisticNotesTest.class.getResource(name));
        return Path.of(url.toURI());
    }

    private static MarkedText suggested(MarkedText text, ProposedEdit edit, String group) {
        Signature signature = Signature.by("Claude", ReviewFixture.NOW).inGroup(group);
        EditOutcome outcome = SuggestedEdit.apply(text, new Edit(edit.oldText, edit.newText, false, signature));
        assertThat(outcome).as(edit.toString()).isInstanceOf(EditOutcome.Suggested.class);
        return ((EditOutcome.Suggested) outcome).text();
    }

    @AfterEach
    void close() throws IOException {
        vault.close();
    }

    private List<PendingSuggestion> pending() throws IOException {
        return vault.review().pending(SuggestionFilter.ALL).stream()
                .flatMap(document -> document.suggestions().stream())
                .toList();
    }

    @Test
    void eachEditIsOneCard() throws IOException {
        assertThat(originals).hasSize(40);
        assertThat(edits).hasSize(32);

        assertThat(pending()).hasSize(32).allMatch(it -> it.kind() == PendingSuggestion.Kind.CHANGE);
    }

    @Test
    void acceptingAllGivesTheEditedNotesAndRejectingAllTheOriginals() throws IOException {
        List<SuggestionRef> refs =
                pending().stream().map(PendingSuggestion::ref).toList();

        assertThat(vault.review().decide(ADA, Decision.ACCEPT, refs).refused()).isEmpty();
        assertThat(texts()).isEqualTo(edited);
        vault.review().undo(ADA);
        assertThat(vault.review().decide(ADA, Decision.REJECT, refs).refused()).isEmpty();
        assertThat(texts()).isEqualTo(originals);
    }

    private Map<String, String> texts() throws IOException {
        Map<String, String> texts = new TreeMap<>();
        for (String path : originals.keySet()) {
            texts.put(path, vault.text(path));
        }
        return texts;
    }

    @Test
    void noSentenceHasManyMarks() throws IOException {
        for (String path : originals.keySet()) {
            for (String line : vault.text(path).split("\n", -1)) {
                for (Suggestion suggestion : MarkedText.parse(line).pending()) {
                    assertThat(suggestion.adjacentMarks()).as(line).hasSizeLessThanOrEqualTo(5);
                }
            }
        }
    }

    @Test
    void aRewrittenPassageIsOneChange() throws IOException {
        for (String path : List.of("Projects/Boat repair.md", "Reading/The old man and the sea.md")) {
            ProposedEdit rewrite = edits.stream()
                    .filter(it -> it.path.equals(path))
                    .findFirst()
                    .orElseThrow();

            assertThat(vault.waiting(path)).singleElement().satisfies(it -> {
                assertThat(it.before()).isEqualTo(rewrite.oldText);
                assertThat(it.after()).isEqualTo(rewrite.newText);
                assertThat(it.parts()).hasSize(1);
            });
        }
    }

    @Test
    void noDecisionOnAPartBreaksATable() throws IOException {
        int decided = 0;
        for (PendingSuggestion suggestion : pending()) {
            for (PendingSuggestion.Part part : suggestion.parts()) {
                for (Decision decision : List.of(Decision.ACCEPT, Decision.REJECT)) {
                    if (vault.review()
                            .decide(ADA, decision, List.of(part.ref()))
                            .applied()
                            .isEmpty()) {
                        continue;
                    }
                    MarkedText text = MarkedText.parse(vault.text(part.ref().path()));
                    assertTablesAreSound(text.rejected().text());
                    assertTablesAreSound(text.accepted().text());
                    vault.review().undo(ADA);
                    decided++;
                }
            }
        }
        assertThat(decided).isGreaterThan(64);
    }

    private static void assertTablesAreSound(String text) {
        var lines = new LineNumbers(text);
        MarkdownTables tables = MarkdownTables.of(lines);
        for (int line = 1; line <= lines.count(); line++) {
            String row = lines.line(line).replace("\\|", "");
            tables.at(line, line)
                    .ifPresent(table -> assertThat(
                                    row.chars().filter(c -> c == '|').count())
                            .as(text)
                            .isEqualTo(table.columns() + 1L));
        }
    }
}
