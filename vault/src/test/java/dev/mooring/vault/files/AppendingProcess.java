package dev.mooring.vault.files;

import java.nio.file.Path;
import java.util.Optional;

/** A program that appends lines to a document, for tests with several processes or with a process to kill. */
final class AppendingProcess {

    /** Long enough that a torn write is visible. */
    static final String LINE = "0123456789abcdef".repeat(500);

    private AppendingProcess() {}

    public static void main(String[] arguments) throws Exception {
        var folder = new VaultFolder(Path.of(arguments[0]), false);
        try (var files = new DocumentFiles(folder)) {
            var document = (Resolution.Document) folder.resolve(arguments[1]);
            for (int i = Integer.parseInt(arguments[2]); i > 0; i--) {
                files.change(document, raw -> new DocumentFiles.Change<>(Optional.of(raw + LINE + "\n"), raw));
            }
        }
    }
}
