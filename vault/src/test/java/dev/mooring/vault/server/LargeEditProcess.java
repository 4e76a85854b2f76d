package dev.mooring.vault.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A program that edits the document {@code a.md} and creates the document {@code b.md} with the same text, which is larger
 * than the files that this process may write. It prints the two errors, each on a line.
 */
final class LargeEditProcess {

    private LargeEditProcess() {}

    public static void main(String[] arguments) throws IOException {
        try (var vault = new VaultFixture(Path.of(arguments[0]))) {
            String session = vault.session("a.md");
            System.out.println(vault.edit("a.md", "alpha", "beta", session).error());
            String text = Files.readString(vault.root.resolve("a.md"));
            System.out.println(
                    vault.call("create", "file_path", "b.md", "content", text).error());
        }
    }
}
