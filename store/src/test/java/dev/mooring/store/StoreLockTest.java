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
    void lockIsExclusiveForOneOrSharedByAll() throws Exception {
        try (StoreLock one = open();
                StoreLock other = open()) {
            assertThat(one.tryExclusive()).isTrue();
            assertThat(other.tryExclusive()).isFalse();
            assertThat(other.tryShared()).isFalse();

            one.release();
            assertThat(one.isHeld()).isFalse();
            assertThat(other.tryShared()).isTrue();
            assertThat(one.tryExclusive()).isFalse();
            assertThat(one.tryShared()).isTrue();

            other.release();
            assertThat(other.tryExclusive()).isFalse();
            one.release();
            assertThat(other.tryExclusive()).isTrue();
        }
    }

    @Test
    void closingALockReleasesOnlyThatLockAndLeavesNoOtherFile() throws Exception {
        try (StoreLock one = open();
                StoreLock third = open()) {
            assertThat(one.tryShared()).isTrue();
            try (StoreLock other = open()) {
                assertThat(other.tryShared()).isTrue();
            }
            assertThat(third.tryExclusive()).isFalse();
            one.release();
            assertThat(third.tryExclusive()).isTrue();
            try (var files = Files.list(folder)) {
                assertThat(files).hasSize(1);
            }
        }
    }
}
