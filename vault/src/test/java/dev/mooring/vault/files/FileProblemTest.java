package dev.mooring.vault.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class FileProblemTest {

    private static String reason(String fromSystem) {
        return FileProblem.describe(new FileSystemException("/secret/a.md", null, fromSystem));
    }

    @Test
    void problemIsDescribedWithoutThePathOnTheMachine() {
        assertThat(FileProblem.describe(new AccessDeniedException("/secret/a.md")))
                .startsWith("permission denied.");
        assertThat(FileProblem.describe(new NoSuchFileException("/secret/a.md")))
                .contains("was removed");
        assertThat(reason("File name too long")).contains("Choose a shorter name");
        assertThat(reason("Not a directory")).contains("is a file, not a folder");
        assertThat(reason("Read-only file system")).contains("read-only");
        assertThat(reason("Input/output error"))
                .startsWith("Input/output error.")
                .doesNotContain("secret");
        assertThat(FileProblem.describe(new FileSystemException("/secret/a.md")))
                .startsWith("the file system failed");
    }

    @Test
    void fullDiskIsNamedEvenIfTheExceptionNamesNoFile() {
        assertThat(FileProblem.describe(new IOException("No space left on device")))
                .startsWith("the disk is full.");
        assertThat(reason("Disk quota exceeded")).startsWith("the disk is full.");
    }

    @Test
    void documentThatIsTooLargeIsDescribedWithTheLimit() {
        assertThat(FileProblem.describe(new FileContent.TooLarge()))
                .isEqualTo("the document is larger than 16 MB. Ask the user to split it.");
    }

    @Test
    void busyDocumentIsDescribedByItsOwnMessage() {
        assertThat(FileProblem.describe(DocumentBusy.saving("a.md")))
                .contains("a.md")
                .contains("Try again");
    }
}
