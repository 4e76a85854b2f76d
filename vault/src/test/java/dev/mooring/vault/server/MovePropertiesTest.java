package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.Vault;
import dev.mooring.vault.critic.Decision;
import dev.mooring.vault.review.DecisionReport;
import dev.mooring.vault.review.PendingSuggestion;
import dev.mooring.vault.review.Review;
import dev.mooring.vault.review.Reviewer;
import dev.mooring.vault.review.SuggestionRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random moves and deletions in random vaults with random links, through the real tools and the real review. An independent
 * resolver checks every link. A failure names the seed; {@code -Dmooring.property.seed=…} repeats it.
 */
class MovePropertiesTest {

    private static final Reviewer ADA = new Reviewer("ada", "Ada");
    private static final List<String> FOLDERS = List.of("", "a/", "a/b/", "c/", "New Folder/");
    private static final List<String> NAMES = List.of("x", "y", "note", "two words", "Ärger", "v (1)", "a");
    private static final int DOCUMENTS = 9;
    private static final int STEPS = 12;

    @TempDir(factory = InMemoryFolder.class)
    Path folder;

    @Test
    void randomMovesAndDeletionsBreakNoLinkAndLoseNoText() throws IOException {
        check(12);
    }

    @Test
    @Tag("long")
    void manyRandomMovesAndDeletionsBreakNoLinkAndLoseNoText() throws IOException {
        check(2_000);
    }

    private void check(int vaults) throws IOException {
        long first = Long.getLong("mooring.property.seed", System.nanoTime());
        System.out.println("MovePropertiesTest: -Dmooring.property.seed=" + first);
        int moved = 0;
        for (long seed = first; seed < first + vaults; seed++) {
            try {
                moved += new Run(Files.createDirectory(folder.resolve("vault" + (seed - first))), seed).run();
            } catch (AssertionError e) {
                throw new AssertionError("with -Dmooring.property.seed=" + seed, e);
            }
        }
        assertThat(moved).as("accepted moves").isGreaterThan(vaults);
    }

    private static final class Run {
        private final Path root;
        private final Random random;
        private final List<String> paths = new ArrayList<>();

        Run(Path root, long seed) {
            this.root = root;
            this.random = new Random(seed);
        }

        int run() throws IOException {
            Set<String> chosen = new TreeSet<>();
            while (chosen.size() < DOCUMENTS) {
                chosen.add(path());
            }
            paths.addAll(chosen);
            for (String path : paths) {
                Path file = root.resolve(path);
                Files.createDirectories(file.getParent());
                Files.writeString(file, text(path));
            }
            int moved = 0;
            try (Vault vault = Vault.open(root, false);
                    var review = new Review(vault, InstantSource.fixed(VaultFixture.NOW))) {
                vault.documents().awaitIndex(Duration.ofSeconds(30));
                var tools = new VaultFixture(vault, DocumentServer.Options.DEFAULT);
                for (int i = 0; i < STEPS; i++) {
                    moved += random.nextInt(6) == 0 ? delete(tools, review) : move(tools, review);
                }
            }
            return moved;
        }

        private String path() {
            return pick(FOLDERS) + pick(NAMES) + ".md";
        }

        private <T> T pick(List<T> list) {
            return list.get(random.nextInt(list.size()));
        }

        private String text(String source) {
            var text = new StringBuilder(random.nextBoolean() ? "---\nup: \"[[" + pick(NAMES) + "]]\"\n---\n" : "");
            text.append("# ").append(source).append("\n\n");
            int lines = 1 + random.nextInt(5);
            for (int i = 0; i < lines; i++) {
                String link = link(source);
                text.append(
                        switch (random.nextInt(6)) {
                            case 0 -> "Old {--" + link + "--}{++" + link(source) + "++} here.\n";
                            case 1 -> "{++" + link + " more++} text.\r\n";
                            case 2 -> "| " + link.replace("|", "\\|") + " |\n";
                            case 3 -> "`" + link.replace("`", "") + "` is code.\n";
                            default -> "See " + link + " and " + link(source) + ".\n";
                        });
            }
            return text.toString();
        }

        private String link(String source) {
            String target = random.nextInt(8) == 0 ? path() : pick(paths.isEmpty() ? List.of(path()) : paths);
            String bare = target.substring(0, target.length() - 3);
            int depth = source.length() - source.replace("/", "").length();
            String relative = "../".repeat(depth) + target;
            String heading = random.nextInt(4) == 0 ? "#Part one" : "";
            return switch (random.nextInt(9)) {
                case 0 -> "[[" + bare.substring(bare.lastIndexOf('/') + 1) + heading + "]]";
                case 1 -> "![[" + bare + heading + "|shown]]";
                case 2 -> "[[" + target.substring(target.lastIndexOf('/') + 1) + "|shown]]";
                case 3 -> "[[/" + bare + "]]";
                case 4 -> "[m](" + encoded(relative) + heading.replace(" ", "-") + ")";
                case 5 -> "[m](<" + relative + ">)";
                case 6 -> "[m](" + encoded(target) + " \"title\")";
                case 7 -> "[m](./" + encoded(relative) + ")";
                default -> "[[" + bare.substring(bare.lastIndexOf('/') + 1) + "]]";
            };
        }

        private static String encoded(String path) {
            return path.replace(" ", "%20").replace("(", "%28").replace(")", "%29");
        }

        /** Proposes a move and decides on it. Returns 1 if the document has moved. */
        private int move(VaultFixture tools, Review review) throws IOException {
            Map<String, String> original = texts();
            String from = pick(List.copyOf(original.keySet()));
            String to = path();
            String session = tools.session(from);
            if (tools.call("move", "file_path", from, "new_path", to, "session_id", session)
                    .isError()) {
                assertThat(texts()).isEqualTo(original);
                return 0;
            }
            Map<String, String> proposed = texts();
            SuggestionRef ref = ref(review, from, PendingSuggestion.Kind.MOVE);
            if (random.nextInt(4) == 0) {
                review.decide(ADA, Decision.REJECT, List.of(ref));
                assertThat(texts()).isEqualTo(original);
                return 0;
            }
            DecisionReport report = review.decide(ADA, Decision.ACCEPT, List.of(ref));
            assertThat(report.refused()).as("%s to %s", from, to).isEmpty();
            checkLinks(original, texts(), from, to);
            if (random.nextInt(3) == 0) {
                assertThat(review.undo(ADA).orElseThrow().conflicts()).isEmpty();
                assertThat(texts()).isEqualTo(proposed);
                review.decide(ADA, Decision.REJECT, List.of(ref(review, from, PendingSuggestion.Kind.MOVE)));
                assertThat(texts()).isEqualTo(original);
                return 0;
            }
            return 1;
        }

        private int delete(VaultFixture tools, Review review) throws IOException {
            Map<String, String> original = texts();
            String path = pick(List.copyOf(original.keySet()));
            tools.call("delete", "file_path", path, "session_id", tools.session(path))
                    .success();
            Map<String, String> proposed = texts();
            SuggestionRef ref = ref(review, path, PendingSuggestion.Kind.DELETE);
            if (random.nextBoolean()) {
                review.decide(ADA, Decision.REJECT, List.of(ref));
                assertThat(texts()).isEqualTo(original);
                return 0;
            }
            review.decide(ADA, Decision.ACCEPT, List.of(ref));
            Map<String, String> expected = new TreeMap<>(original);
            expected.remove(path);
            assertThat(texts()).isEqualTo(expected);
            review.undo(ADA);
            assertThat(texts()).isEqualTo(proposed);
            review.decide(ADA, Decision.REJECT, List.of(ref(review, path, PendingSuggestion.Kind.DELETE)));
            return 0;
        }

        private static SuggestionRef ref(Review review, String path, PendingSuggestion.Kind kind) throws IOException {
            return review.open(path).orElseThrow().pending().stream()
                    .filter(it -> it.kind() == kind)
                    .map(PendingSuggestion::ref)
                    .findFirst()
                    .orElseThrow();
        }

        /** Checks that every link leads to the same document as before, and that nothing else has changed. */
        private static void checkLinks(Map<String, String> before, Map<String, String> after, String from, String to) {
            UnaryOperator<String> renamed = path -> path.equals(from) ? to : path;
            assertThat(after.keySet())
                    .containsExactlyInAnyOrderElementsOf(
                            before.keySet().stream().map(renamed).toList());
            before.forEach((path, text) -> {
                String changed = String.valueOf(after.get(renamed.apply(path)));
                assertThat(PlainLinks.skeleton(changed)).as(path).isEqualTo(PlainLinks.skeleton(text));
                for (UnaryOperator<String> view : List.<UnaryOperator<String>>of(Run::accepted, Run::rejected)) {
                    List<String> old = PlainLinks.targets(view.apply(text));
                    List<String> fresh = PlainLinks.targets(view.apply(changed));
                    assertThat(fresh).as(path).hasSameSizeAs(old);
                    for (int i = 0; i < old.size(); i++) {
                        List<String> meant = PlainLinks.resolve(path, old.get(i), before.keySet());
                        if (meant.size() == 1) {
                            assertThat(PlainLinks.resolve(renamed.apply(path), fresh.get(i), after.keySet()))
                                    .as("link %s in %s, now %s", old.get(i), path, fresh.get(i))
                                    .containsExactly(renamed.apply(meant.getFirst()));
                        } else {
                            assertThat(fresh.get(i)).as(path).isEqualTo(old.get(i));
                        }
                    }
                }
            });
        }

        private static String accepted(String raw) {
            return raw.replaceAll("\\{--.*?--}", "").replaceAll("\\{\\+\\+(.*?)\\+\\+}", "$1");
        }

        private static String rejected(String raw) {
            return raw.replaceAll("\\{\\+\\+.*?\\+\\+}", "").replaceAll("\\{--(.*?)--}", "$1");
        }

        private Map<String, String> texts() throws IOException {
            Map<String, String> texts = new TreeMap<>();
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    String path = root.relativize(file).toString();
                    if (!path.startsWith(".mooring")) {
                        texts.put(path, Files.readString(file));
                    }
                }
            }
            return texts;
        }
    }
}
