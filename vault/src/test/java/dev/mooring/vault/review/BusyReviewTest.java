package dev.mooring.vault.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mooring.vault.critic.Decision;
import dev.mooring.vault.files.DocumentBusy;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decisions and their undo fail, for example because a program has the document open for writing. */
class BusyReviewTest {

    @TempDir
    Path root;

    private ReviewFixture fixture;

    @BeforeEach
    void open() throws IOException {
        fixture = new ReviewFixture(root);
        fixture.write("a.md", "one " + ReviewFixture.replaced("two", "2", Duration.ofHours(1)) + " three\n");
    }

    @AfterEach
    void close() throws IOException {
        fixture.close();
    }

    private FileChannel writer() throws IOException {
        assumeTrue(System.getProperty("os.name").equals("Linux"));
        assumeTrue(BusyReviewTest.class.getModule().isNativeAccessEnabled(), "there are file leases");
        return FileChannel.open(root.resolve("a.md"), StandardOpenOption.WRITE);
    }

    @Test
    void aDecisionIsRefusedWithTheReasonWhileAnotherProgramSaves() throws IOException {
        String before = fixture.text("a.md");
        try (var _ = writer()) {
            DecisionReport report = fixture.review().decide(ReviewFixture.ADA, Decision.ACCEPT, fixture.refs("a.md"));
            assertThat(report.applied()).isEmpty();
            assertThat(report.refused().getFirst().reason())
                    .contains("saving a.md")
                    .contains("Try again");
        }
        assertThat(fixture.text("a.md")).isEqualTo(before);
        fixture.review().decide(ReviewFixture.ADA, Decision.ACCEPT, fixture.refs("a.md"));
        assertThat(fixture.text("a.md")).isEqualTo("one 2 three\n");
    }

    @Test
    void anUndoThatFailsForAnotherReasonCanBeRepeated() throws IOException {
        String before = fixture.text("a.md");
        fixture.review().decide(ReviewFixture.ADA, Decision.ACCEPT, fixture.refs("a.md"));
        // A closed vault opens its lock file again, which fails here.
        fixture.vault().close();
        Path locks = Files.move(root.resolve(".mooring"), root.resolve(".moved"));
        Files.writeString(root.resolve(".mooring"), "in the way");
        assertThatThrownBy(() -> fixture.review().undo(ReviewFixture.ADA))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(DocumentBusy.class);
        Files.move(locks, root.resolve(".mooring"), StandardCopyOption.REPLACE_EXISTING);

        assertThat(fixture.review().undo(ReviewFixture.ADA).orElseThrow().restored())
                .containsExactly("a.md");
        assertThat(fixture.text("a.md")).isEqualTo(before);
    }

    @Test
    void anUndoThatFailsWhileAnotherProgramSavesCanBeRepeated() throws IOException {
        String before = fixture.text("a.md");
        fixture.review().decide(ReviewFixture.ADA, Decision.ACCEPT, fixture.refs("a.md"));
        try (var _ = writer()) {
            assertThatThrownBy(() -> fixture.review().undo(ReviewFixture.ADA)).isInstanceOf(DocumentBusy.class);
        }
        assertThat(fixture.review().undo(ReviewFixture.ADA).orElseThrow().restored())
                .containsExactly("a.md");
        assertThat(fixture.text("a.md")).isEqualTo(before);
    }
}
