package dev.mooring.vault.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A program that reads the document {@code locked/b.md}, makes it read-only and edits it. Then the program makes the folder
 * read-only instead, edits the document and creates another. At last it makes the document unreadable and reads it again. It
 * prints the four errors, each on a line.
 */
final class LockedFolderProcess {

    private LockedFolderProcess() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]).resolve("locked");
        try (var vault = new VaultFixture(Path.of(arguments[0]))) {
            String session = vault.session("locked/b.md");
            Files.setPosixFilePermissions(folder.resolve("b.md"), PosixFilePermissions.fromString("r--r--r--"));
            System.out.println(
                    vault.edit("locked/b.md", "beta", "gamma", session).error());
            Files.setPosixFilePermissions(folder.resolve("b.md"), PosixFilePermissions.fromString("rw-r--r--"));
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
            System.out.println(
                    vault.edit("locked/b.md", "beta", "gamma", session).error());
            System.out.println(vault.call("create", "file_path", "locked/c.md", "content", "Text.\n")
                    .error());
            Files.setPosixFilePermissions(folder.resolve("b.md"), PosixFilePermissions.fromString("---------"));
            System.out.println(vault.read("locked/b.md").error());
        }
    }
}
