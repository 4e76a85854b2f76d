package dev.mooring.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Era;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileEraCacheTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void chooseFile() {
        file = folder.resolve("not/there/yet/eras");
    }

    private EraCache memory() {
        return new FileEraCache(file);
    }

    @Test
    void whatIsRememberedOutlivesTheProgram() {
        memory().remember("a", Era.MODERN);
        memory().remember("b", Era.LEGACY);

        assertThat(memory().recall("a")).contains(Era.MODERN);
        assertThat(memory().recall("b")).contains(Era.LEGACY);
        assertThat(memory().recall("c")).isEmpty();
    }

    @Test
    void theLatestWordCounts() {
        memory().remember("a", Era.MODERN);
        memory().remember("a", Era.LEGACY);

        assertThat(memory().recall("a")).contains(Era.LEGACY);
    }

    @Test
    void whatIsForgottenIsGone() {
        EraCache memory = memory();
        memory.remember("a", Era.MODERN);
        memory.remember("b", Era.MODERN);
        memory.forget("a");
        memory.forget("never known");

        assertThat(memory().recall("a")).isEmpty();
        assertThat(memory().recall("b")).contains(Era.MODERN);
    }

    @Test
    void linesThatMakeNoSenseAreSkipped() throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "a modern\n\nb\nc ancient\nd legacy modern\n e modern\nf legacy\n");

        assertThat(memory().recall("a")).contains(Era.MODERN);
        assertThat(memory().recall("f")).contains(Era.LEGACY);
        assertThat(Stream.of("b", "c", "d").map(memory()::recall)).allMatch(java.util.Optional::isEmpty);
    }

    @Test
    void aFileThatCannotBeReadIsNoHint() throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, '\n'});

        assertThat(memory().recall("a")).isEmpty();
        memory().remember("a", Era.MODERN);
        assertThat(memory().recall("a")).contains(Era.MODERN);
    }

    @Test
    void aFileThatCannotBeWrittenHarmsNobodyAndLeavesNothingBehind() throws IOException {
        Files.createDirectories(file.resolve("this is a folder"));

        memory().remember("a", Era.MODERN);

        assertThat(memory().recall("a")).isEmpty();
        try (Stream<Path> files = Files.list(file.getParent())) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void theOldestAreDroppedWhenThereAreTooMany() throws IOException {
        Files.createDirectories(file.getParent());
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 1500; i++) {
            many.append("server").append(i).append(" modern\n");
        }
        Files.writeString(file, many);

        memory().remember("newest", Era.LEGACY);

        assertThat(Files.readAllLines(file)).hasSize(1000).endsWith("newest legacy");
        assertThat(memory().recall("server0")).isEmpty();
        assertThat(memory().recall("server1499")).contains(Era.MODERN);
    }

    @Test
    void manyThreadsMayShareOne() {
        EraCache memory = memory();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 50; i++) {
                String fingerprint = "server" + i;
                threads.execute(() -> memory.remember(fingerprint, Era.MODERN));
            }
        }

        for (int i = 0; i < 50; i++) {
            assertThat(memory.recall("server" + i)).contains(Era.MODERN);
        }
    }
}
