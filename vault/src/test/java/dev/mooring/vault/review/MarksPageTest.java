package dev.mooring.vault.review;

import static dev.mooring.vault.review.ReviewFixture.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.critic.Decision;
import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkMetadata;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.edit.ProposalMark;
import dev.mooring.vault.edit.RawChange;
import dev.mooring.vault.edit.Signature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The reader and the writer of marks agree with {@code docs/marks.md}. */
class MarksPageTest {

    private static final Path PAGE = Path.of(System.getProperty("mooring.root", ".."), "docs", "marks.md");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```markdown (\\w+)\\n(.*?)^```$");
    private static final Pattern KEY = Pattern.compile("(?m)^\\| `(\\w+)` \\|");

    @TempDir
    Path folder;

    /** A document and what decisions leave of it, by the name of the decision. */
    record Example(String before, Map<String, String> after) {

        @Override
        public String toString() {
            return before.lines()
                    .filter(line -> line.contains("@@"))
                    .findFirst()
                    .orElse(before);
        }
    }

    static List<Example> examples() {
        List<Example> examples = new ArrayList<>();
        Matcher block = BLOCK.matcher(page());
        while (block.find()) {
            if (block.group(1).equals("before")) {
                examples.add(new Example(block.group(2), new LinkedHashMap<>()));
            } else {
                examples.getLast().after.put(block.group(1), block.group(2));
            }
        }
        return examples;
    }

    private static String page() {
        try {
            return Files.readString(PAGE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void thePageHasExamples() {
        assertThat(examples()).hasSizeGreaterThanOrEqualTo(8);
        assertThat(examples().stream().flatMap(it -> it.after.keySet().stream()).distinct())
                .containsExactlyInAnyOrder("accepted", "rejected", "resolved");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theReaderReadsWhatTheWriterWrites(Example example) {
        List<Mark> marks = MarkedText.parse(example.before).marks();

        assertThat(marks).isNotEmpty().allSatisfy(mark -> {
            MarkMetadata metadata = Objects.requireNonNull(mark.metadata());
            int start = mark.whole().start() + 3;
            assertThat(metadata.toPrefix())
                    .isEqualTo(example.before.substring(start, mark.text().start()));
        });
    }

    /** The plugin takes the JSON before the first {@code @@}, and expands short keys. */
    @ParameterizedTest
    @MethodSource("examples")
    void thePluginReadsTheSameMetadata(Example example) {
        for (Mark mark : MarkedText.parse(example.before).marks()) {
            String content = example.before.substring(
                    mark.whole().start() + 3, mark.text().end());
            JsonNode fields = JsonMapper.shared().readTree(content.substring(0, content.indexOf("@@")));

            assertThat(fields.path("author").stringValue()).isEqualTo(mark.author());
            assertThat(fields.propertyNames()).doesNotContain("a", "t", "d", "s", "c");
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void decisionsHaveTheResultsThatThePageShows(Example example) throws IOException {
        for (Map.Entry<String, String> expected : example.after.entrySet()) {
            try (var vault = new ReviewFixture(folder)) {
                vault.write("a.md", example.before);
                List<SuggestionRef> refs = vault.refs("a.md");
                assertThat(refs).hasSize(1);
                DecisionReport report = switch (expected.getKey()) {
                    case "accepted" -> vault.review().decide(ADA, Decision.ACCEPT, refs);
                    case "rejected" -> vault.review().decide(ADA, Decision.REJECT, refs);
                    default -> vault.review().resolve(ADA, refs);
                };

                assertThat(report.refused()).isEmpty();
                assertThat(vault.text("a.md")).isEqualTo(expected.getValue());
                vault.review().undo(ADA);
                assertThat(vault.text("a.md")).isEqualTo(example.before);
            }
        }
    }

    @Test
    void theTableListsEveryKey() {
        var property = new Proposal.Property("a", Optional.of("b"), Optional.of("c"));
        var everything =
                new MarkMetadata("Ada", Instant.EPOCH, "g", EnumSet.allOf(MarkMetadata.Flag.class), property, "");
        var written = new TreeSet<String>();
        Stream.of(
                        everything,
                        everything.proposing(new Proposal.Move("b.md")),
                        everything.proposing(new Proposal.Delete()))
                .map(MarkMetadata::toPrefix)
                .map(prefix -> JsonMapper.shared().readTree(prefix.substring(0, prefix.indexOf("@@"))))
                .forEach(json -> written.addAll(json.propertyNames()));
        var listed = new TreeSet<String>();
        Matcher key = KEY.matcher(page());
        while (key.find()) {
            listed.add(key.group(1));
        }

        assertThat(listed).isEqualTo(written);
    }

    @Test
    void proposalsAreWrittenAsOnThePage() {
        Signature signature =
                Signature.by("Claude", Instant.ofEpochSecond(1_794_781_967)).inGroup("4hq09c7m");
        List<Proposal> proposals = List.of(
                new Proposal.Property("status", Optional.of("draft"), Optional.of("final")),
                new Proposal.Move("travel/ferries.md"),
                new Proposal.Delete());
        for (Proposal proposal : proposals) {
            Example example = examples().stream()
                    .filter(it -> MarkedText.parse(it.before).marks().stream()
                            .anyMatch(mark -> proposal.equals(mark.proposal())))
                    .findFirst()
                    .orElseThrow();
            MarkedText without =
                    MarkedText.parse(MarkedText.parse(example.before).rejectAll());

            RawChange change = ProposalMark.write(without, proposal, signature);

            assertThat(RawChange.apply(without.raw(), List.of(change))).isEqualTo(example.before);
        }
    }
}
