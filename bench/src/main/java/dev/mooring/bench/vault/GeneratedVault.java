package dev.mooring.bench.vault;

import dev.mooring.bench.measure.Bench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * A generated folder of documents, deterministic for a given number of documents. It is kept for the next run, so a
 * benchmark that changes documents restores them.
 */
public final class GeneratedVault {
    /** A word that occurs in few documents. */
    static final String RARE_WORD = "quizzaciously";

    private static final long SEED = 20_260_728;
    private static final int SIZE = 8_750;
    private static final int FOLDERS = 200;
    private static final int RARE_EVERY = 2_500;
    private static final String LAST = "200-lines.md";

    private final Path folder;
    private final int documents;

    private GeneratedVault(Path folder, int documents) {
        this.folder = folder;
        this.documents = documents;
    }

    static GeneratedVault in(Bench bench, int documents) throws IOException {
        var vault = new GeneratedVault(bench.kept("vault-" + documents), documents);
        if (Files.notExists(vault.folder.resolve(LAST))) {
            bench.say("writing " + documents + " documents to " + vault.folder);
            vault.write();
        }
        return vault;
    }

    private void write() throws IOException {
        var words = new Vocabulary(SEED);
        for (int i = 0; i < FOLDERS; i++) {
            Files.createDirectories(folder.resolve("folder-" + i));
        }
        for (int i = 0; i < documents; i++) {
            Files.writeString(folder.resolve(pathOf(i)), text(words, i));
        }
        // Written last: its presence means that the vault is complete.
        Files.writeString(folder.resolve(LAST), new DocumentWriter(words, this, SEED).writeLines(200));
    }

    /** Returns the words of the documents. */
    Vocabulary vocabulary() {
        return new Vocabulary(SEED);
    }

    private String text(Vocabulary words, int number) {
        long seed = SEED + number;
        // Varies from a fifth of the mean size upwards.
        int size = (int) (SIZE * (0.2 + 1.6 * new Random(seed).nextDouble()));
        String text = new DocumentWriter(words, this, seed).write(number, size);
        return number % RARE_EVERY == 7 ? text + "\nHe spoke " + RARE_WORD + ", at 12Q34.\n" : text;
    }

    public Path folder() {
        return folder;
    }

    int documents() {
        return documents;
    }

    String nameOf(int number) {
        return "note-" + number;
    }

    String pathOf(int number) {
        return "folder-" + number % FOLDERS + "/" + nameOf(number) + ".md";
    }

    /** Returns the document with a fixed number of lines. */
    String pathOf200Lines() {
        return LAST;
    }

    long bytes() throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }
}
