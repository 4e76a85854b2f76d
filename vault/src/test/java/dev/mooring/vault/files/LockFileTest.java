package dev.mooring.vault.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LockFileTest {

    @TempDir
    Path root;

    /** A program that holds the lock of a document until it is killed. */
    static final class Holder {

        private Holder() {}

        public static void main(String[] arguments) throws IOException {
            LockFile.of(Path.of(arguments[0])).locked("a.md", () -> {
                System.out.println("locked");
                return System.in.read();
            });
        }
    }

    @Test
    @Tag("process")
    @EnabledOnOs(OS.LINUX)
    void aLockThatAnotherProcessHoldsForLongIsAnErrorThatNamesTheLockFileAndTheProcess() throws Exception {
        Process holder = ChildJvm.start(Holder.class, root.toRealPath().toString());
        try (var locks = new LockFile(root.toRealPath(), Duration.ofMillis(50))) {
            assertThat(holder.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("locked");
            assertThatThrownBy(() -> locks.locked("a.md", () -> true))
                    .isInstanceOf(DocumentBusy.class)
                    .hasMessageContaining(".mooring/lock")
                    .hasMessageContaining("process " + holder.pid() + " (java, " + System.getProperty("user.name"));
            holder.destroyForcibly().waitFor();
            assertThat(locks.<Boolean>locked("a.md", () -> true)).isTrue();
        } finally {
            holder.destroyForcibly();
        }
    }
}
