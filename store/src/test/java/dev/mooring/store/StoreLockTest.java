package dev.mooring.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreLockTest {
    @TempDir
    private Path folder;

    private StoreLock open() throws Exception {
        return StoreLock.open(folder.resolve("lock"));
    }

    @Test
    void lockIsHeldByOneAloneOrSharedByAll() throws Exception {
        try (StoreLock one = open();
                StoreLock other = open()) {
            assertThat(one.tryAlone()).isTrue();
            assertThat(other.tryAlone()).isFalse();
            assertThat(other.tryShared()).isFalse();

            one.release();
            assertThat(one.isHeld()).isFalse();
            assertThat(other.tryShared()).isTrue();
            assertThat(one.tryAlone()).isFalse();
            assertThat(one.tryShared()).isTrue();

            other.release();
            assertThat(other.tryAlone()).isFalse();
            one.release();
            assertThat(other.tryAlone()).isTrue();
        }
    }

    @Test
    void closingReleasesOnlyTheOwnLockAndLeavesNoOtherFile() throws Exception {
        try (StoreLock one = open();
                StoreLock third = open()) {
            assertThat(one.tryShared()).isTrue();
            try (StoreLock other = open()) {
                assertThat(other.tryShared()).isTrue();
            }
            assertThat(third.tryAlone()).isFalse();
            one.release();
            assertThat(third.tryAlone()).isTrue();
            try (var files = Files.list(folder)) {
                assertThat(files).hasSize(1);
            }
        }
    }
}
