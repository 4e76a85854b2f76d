package dev.mooring.vault.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program has a document open for writing while a model edits it. */
class BusyDocumentTest {

    @TempDir
    Path root;

    @Test
    void editIsRefusedWithTheAdviceToTryAgainWhileAnotherProgramSaves() throws IOException {
        assumeTrue(System.getProperty("os.name").equals("Linux"));
        assumeTrue(BusyDocumentTest.class.getModule().isNativeAccessEnabled(), "there are file leases");
        try (var vault = new VaultFixture(root)) {
            Path file = vault.write("a.md", "the quick fox\n");
            String session = vault.session("a.md");
            try (var writer = FileChannel.open(file, StandardOpenOption.WRITE)) {
                writer.truncate(4);
                assertThat(vault.edit("a.md", "quick", "slow", session).error())
                        .contains("another program is saving a.md")
                        .contains("Nothing was written. Try again.");
                assertThat(file).hasContent("the ");
            }
        }
    }
}
