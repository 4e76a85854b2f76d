package dev.mooring.app.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.Vault;
import dev.mooring.vault.review.Review;
import dev.mooring.vault.review.ReviewedDocument;
import dev.mooring.vault.review.SuggestionFilter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentFragmentsTest {
    @TempDir
    Path root;

    @Test
    void suggestionThatHasBecomeTooOldForTheFilterNoLongerMatches() throws Exception {
        String suggestion = ReviewedFolder.inserted("Claude", "nine", Duration.ofMinutes(50));
        ReviewedFolder.write(root, "ferry.md", "The ferry leaves at " + suggestion + ".\n");
        SuggestionFilter lastHour = new FilterQuery("", "", "last-hour", "").filter();
        var now = new AtomicReference<>(Instant.now());
        try (Vault vault = Vault.open(root, false);
                var review = new Review(vault, now::get)) {
            var fragments = new DocumentFragments(now::get);
            ReviewedDocument document = review.open("ferry.md").orElseThrow();
            assertThat(fragments.html(document, false, lastHour).toString()).contains("class=\"card\"");

            now.updateAndGet(time -> time.plus(Duration.ofMinutes(20)));

            assertThat(fragments.html(document, false, lastHour).toString()).contains("class=\"card other\"");
        }
    }
}
