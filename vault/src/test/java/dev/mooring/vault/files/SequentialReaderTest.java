package dev.mooring.vault.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class SequentialReaderTest {

    /** Both ways to read must behave alike. */
    abstract static class Reading {

        private final Optional<LinuxFiles> linux;
        private Path root;
        private SequentialReader reader;

        Reading(Optional<LinuxFiles> linux) {
            this.linux = linux;
        }

        @BeforeEach
        void open(@TempDir Path folder) throws IOException {
            root = folder.toRealPath();
            reader = new SequentialReader(linux, root);
        }

        @AfterEach
        void close() throws IOException {
            reader.close();
        }

        private Path write(String name, String content) throws IOException {
            Path file = root.resolve(name);
            Files.createDirectories(file.getParent());
            return Files.writeString(file, content);
        }

        @Test
        void filesOfSeveralFoldersAreRead() throws IOException {
            Path first = write("one/a.md", "first");
            Path second = write("one/two/b.md", "second");
            Path third = write("c.md", "");
            assertThat(reader.read(first).bytes()).asString().isEqualTo("first");
            assertThat(reader.read(second).bytes()).asString().isEqualTo("second");
            assertThat(reader.read(third).bytes()).isEmpty();
            assertThat(reader.read(first).bytes()).asString().isEqualTo("first");
        }

        @Test
        void theNameMayHaveCharactersBeyondAscii() throws IOException {
            assertThat(reader.read(write("Köln/日本.md", "text")).bytes())
                    .asString()
                    .isEqualTo("text");
        }

        @Test
        void theTimeOfTheLastWriteComesWithTheContent() throws IOException {
            Path file = write("a.md", "text");
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_234_567_890_123L));
            assertThat(reader.read(file).modifiedMillis()).isEqualTo(1_234_567_890_123L);
        }

        @Test
        void aMissingFileOrFolderIsReported() throws IOException {
            write("a.md", "text");
            assertThatThrownBy(() -> reader.read(root.resolve("b.md"))).isInstanceOf(NoSuchFileException.class);
            assertThatThrownBy(() -> reader.read(root.resolve("b/a.md"))).isInstanceOf(NoSuchFileException.class);
            assertThat(reader.read(root.resolve("a.md")).bytes()).asString().isEqualTo("text");
        }

        @Test
        void aSymbolicLinkIsMissing() throws IOException {
            Path file = write("real/a.md", "text");
            Path link = Files.createSymbolicLink(root.resolve("link.md"), file);
            Files.createSymbolicLink(root.resolve("folder"), file.getParent());
            assertThatThrownBy(() -> reader.read(link)).isInstanceOf(NoSuchFileException.class);
            assertThatThrownBy(() -> reader.read(root.resolve("folder/a.md"))).isInstanceOf(NoSuchFileException.class);
        }

        @Test
        void aFolderIsMissingAsAFile() throws IOException {
            Files.createDirectory(root.resolve("a.md"));
            assertThatThrownBy(() -> reader.read(root.resolve("a.md"))).isInstanceOf(NoSuchFileException.class);
        }

        @Test
        @Tag("process")
        void aPipeIsMissingAndNobodyWaitsForItsWriter() throws Exception {
            Path pipe = root.resolve("a.md");
            assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                    .isZero();
            assertThatThrownBy(() -> reader.read(pipe)).isInstanceOf(NoSuchFileException.class);
        }

        @Test
        void aSocketIsMissing() throws IOException {
            try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                Path socket = root.resolve("a.md");
                server.bind(UnixDomainSocketAddress.of(socket));
                assertThatThrownBy(() -> reader.read(socket)).isInstanceOf(NoSuchFileException.class);
            }
        }

        @Test
        void aFileThatIsTooLargeIsNotRead() throws IOException {
            Path file = root.resolve("a.md");
            try (var content = new RandomAccessFile(file.toFile(), "rw")) {
                content.setLength(FileContent.MAX_BYTES);
                assertThat(reader.read(file).bytes()).hasSize((int) FileContent.MAX_BYTES);
                content.setLength(FileContent.MAX_BYTES + 1);
                assertThatThrownBy(() -> reader.read(file)).isInstanceOf(FileContent.TooLarge.class);
            }
        }
    }

    @Nested
    class WithSystemCalls extends Reading {
        WithSystemCalls() {
            super(LinuxFiles.instance());
            assumeTrue(LinuxFiles.instance().isPresent(), "the system is Linux");
        }
    }

    @Nested
    class WithTheJdk extends Reading {
        WithTheJdk() {
            super(Optional.empty());
        }
    }
}
