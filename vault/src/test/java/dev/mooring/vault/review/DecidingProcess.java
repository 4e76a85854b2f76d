package dev.mooring.vault.review;

import dev.mooring.vault.Vault;
import dev.mooring.vault.critic.Decision;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.edit.Edit;
import dev.mooring.vault.edit.EditOutcome;
import dev.mooring.vault.edit.Signature;
import dev.mooring.vault.edit.SuggestedEdit;
import dev.mooring.vault.files.DocumentBusy;
import dev.mooring.vault.files.DocumentFiles.Change;
import dev.mooring.vault.files.Resolution;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program that suggests edits to a document, accepts them and undoes some of the decisions, until it is killed. It changes
 * only the number in the line {@code Counter: 0.}, and prints a line after each change.
 */
final class DecidingProcess {

    static final Pattern COUNTER = Pattern.compile("Counter: (\\d+)\\.");

    private static final Reviewer REVIEWER = new Reviewer("ada", "Ada");

    private DecidingProcess() {}

    public static void main(String[] arguments) throws Exception {
        try (var vault = Vault.open(Path.of(arguments[0]), false);
                var review = new Review(vault, InstantSource.system())) {
            for (int round = 0; ; round++) {
                try {
                    change(vault, review, arguments[1], round);
                    System.out.println("changed");
                } catch (DocumentBusy e) {
                    System.out.println("busy");
                }
            }
        }
    }

    private static void change(Vault vault, Review review, String path, int round) throws Exception {
        var document = (Resolution.Document) vault.documents().resolve(path);
        vault.documents().change(document, raw -> new Change<>(suggested(raw), true));
        List<SuggestionRef> refs = review.open(path).orElseThrow().pending().stream()
                .map(PendingSuggestion::ref)
                .toList();
        if (!review.decide(REVIEWER, Decision.ACCEPT, refs).applied().isEmpty() && round % 3 == 0) {
            review.undo(REVIEWER);
        }
    }

    private static Optional<String> suggested(String raw) {
        MarkedText text = MarkedText.parse(raw);
        Matcher counter = COUNTER.matcher(text.accepted().text());
        if (!counter.find()) {
            return Optional.empty();
        }
        String next = "Counter: " + (Long.parseLong(counter.group(1)) + 1) + ".";
        var edit = new Edit(counter.group(), next, false, Signature.by("Claude", Instant.now()));
        return SuggestedEdit.apply(text, edit)
                        instanceof EditOutcome.Suggested(MarkedText suggested, var _, var _, var _)
                ? Optional.of(suggested.raw())
                : Optional.empty();
    }
}
