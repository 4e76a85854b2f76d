package dev.mooring.vault.review;

import dev.mooring.vault.Vault;
import dev.mooring.vault.critic.Decision;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** A program that accepts a proposed move and undoes it, until it is killed. It prints a line after each of both. */
final class MovingProcess {

    private static final Reviewer REVIEWER = new Reviewer("ada", "Ada");

    private MovingProcess() {}

    public static void main(String[] arguments) throws Exception {
        try (var vault = Vault.open(Path.of(arguments[0]), false);
                var review = new Review(vault, InstantSource.system())) {
            vault.documents().awaitIndex(Duration.ofSeconds(30));
            while (true) {
                List<SuggestionRef> refs = review.open(arguments[1]).orElseThrow().pending().stream()
                        .map(PendingSuggestion::ref)
                        .toList();
                DecisionReport report = review.decide(REVIEWER, Decision.ACCEPT, refs);
                System.out.println(report.refused().isEmpty() ? "moved" : "refused: " + report.refused());
                System.out.println(
                        review.undo(REVIEWER).orElseThrow().conflicts().isEmpty() ? "undone" : "not undone");
            }
        }
    }
}
