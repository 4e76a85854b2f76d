package dev.mooring.vault.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinuxFilesTest {

    @TempDir
    Path folder;

    private LinuxFiles linux;

    @BeforeEach
    void load() {
        assumeTrue(LinuxFiles.instance().isPresent(), "the system is Linux");
        linux = LinuxFiles.instance().get();
    }

    private byte[] read(String content, long expected, long limit) throws IOException {
        Path file = Files.writeString(folder.resolve("a"), content);
        int opened = linux.openFolder(folder);
        int descriptor = linux.open(opened, file.getFileName());
        try {
            return linux.read(descriptor, expected, limit);
        } finally {
            linux.close(descriptor);
            linux.close(opened);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9, 10, 11, 1_000})
    void theWholeFileIsReadWhateverSizeTheCallerExpects(int expected) throws IOException {
        assertThat(read("0123456789", expected, 1_000)).asString().isEqualTo("0123456789");
    }

    @Test
    void anEmptyFileIsRead() throws IOException {
        assertThat(read("", 0, 0)).isEmpty();
    }

    @Test
    void aFileOfTheLargestSizeIsRead() throws IOException {
        assertThat(read("0123456789", 10, 10)).asString().isEqualTo("0123456789");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 9, 20})
    void readingALargerFileFails(int expected) {
        assertThatThrownBy(() -> read("0123456789", expected, 9)).isInstanceOf(FileContent.TooLarge.class);
    }
}
