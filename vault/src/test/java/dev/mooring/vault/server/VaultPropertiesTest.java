package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.Vault;
import dev.mooring.vault.review.Review;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random edits and decisions on random documents, through the real tools and the real review. A failure names the seed;
 * {@code -Dmooring.property.seed=…  -Dmooring.property.edits=1} repeats it.
 */
class VaultPropertiesTest {

    private static final int TRIES_PER_DOCUMENT = 20;
    private static final int DOCUMENTS_PER_VAULT = 1_000;

    @TempDir(factory = InMemoryFolder.class)
    Path root;

    // A system without file leases needs minutes, because Mooring keeps each original for a while.
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void randomEditsAndDecisionsLoseNothing() throws IOException {
        check(Integer.getInteger("mooring.property.edits", 20_000));
    }

    @Test
    @Tag("long")
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void aMillionRandomEditsAndDecisionsLoseNothing() throws IOException {
        check(1_000_000);
    }

    private void check(int edits) throws IOException {
        long seed = Long.getLong("mooring.property.seed", System.nanoTime());
        System.out.println("VaultPropertiesTest: -Dmooring.property.seed=" + seed);
        var tried = new AtomicLong();
        var suggested = new AtomicLong();
        while (tried.get() < edits) {
            long missing = (edits - tried.get() + TRIES_PER_DOCUMENT - 1) / TRIES_PER_DOCUMENT;
            long documents = Math.min(DOCUMENTS_PER_VAULT, missing);
            check(seed, documents, tried, suggested);
            seed += documents;
        }
        System.out.println("VaultPropertiesTest: " + suggested + " of " + tried + " edits became suggestions");
        if (edits > 1) {
            assertThat(suggested.get()).as("edits that became suggestions").isGreaterThan(tried.get() / 4);
        }
    }

    private void check(long firstSeed, long documents, AtomicLong tried, AtomicLong suggested) throws IOException {
        try (Vault vault = Vault.open(root, false);
                var review = new Review(vault, InstantSource.fixed(VaultFixture.NOW))) {
            var signed = new VaultFixture(vault, DocumentServer.Options.DEFAULT);
            var plain = new VaultFixture(vault, new DocumentServer.Options(false, true));
            LongStream.range(firstSeed, firstSeed + documents).parallel().forEach(seed -> {
                try {
                    EditsAndDecisions.Count count =
                            new EditsAndDecisions(seed % 6 == 0 ? plain : signed, review, seed).run(TRIES_PER_DOCUMENT);
                    tried.addAndGet(count.tried());
                    suggested.addAndGet(count.suggested());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                } catch (AssertionError e) {
                    throw new AssertionError("with -Dmooring.property.seed=" + seed + " -Dmooring.property.edits=1", e);
                }
            });
        }
        try (Stream<Path> left = Files.list(root)) {
            assertThat(left.map(Path::getFileName).map(Path::toString))
                    .as("documents that were not removed")
                    .allMatch(name -> name.startsWith(".mooring"));
        }
    }
}
