package dev.mooring.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Era;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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

    private EraCache cache() {
        return new FileEraCache(file);
    }

    @Test
    void anotherCacheReadsTheSameFile() {
        cache().put("a", Era.MODERN);
        cache().put("b", Era.LEGACY);

        assertThat(cache().get("a")).contains(Era.MODERN);
        assertThat(cache().get("b")).contains(Era.LEGACY);
        assertThat(cache().get("c")).isEmpty();
    }

    @Test
    void aLaterEraReplacesAnEarlierOne() {
        cache().put("a", Era.MODERN);
        cache().put("a", Era.LEGACY);

        assertThat(cache().get("a")).contains(Era.LEGACY);
    }

    @Test
    void removedErasAreNoLongerReturned() {
        EraCache cache = cache();
        cache.put("a", Era.MODERN);
        cache.put("b", Era.MODERN);
        cache.remove("a");
        cache.remove("never known");

        assertThat(cache().get("a")).isEmpty();
        assertThat(cache().get("b")).contains(Era.MODERN);
    }

    @Test
    void invalidLinesAreSkipped() throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "a modern\n\nb\nc ancient\nd legacy modern\n e modern\nf legacy\n");

        assertThat(cache().get("a")).contains(Era.MODERN);
        assertThat(cache().get("f")).contains(Era.LEGACY);
        assertThat(Stream.of("b", "c", "d").map(cache()::get)).allMatch(Optional::isEmpty);
    }

    @Test
    void anUnreadableFileCountsAsEmpty() throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, '\n'});

        assertThat(cache().get("a")).isEmpty();
        cache().put("a", Era.MODERN);
        assertThat(cache().get("a")).contains(Era.MODERN);
    }

    @Test
    void anUnwritableFileCausesNoErrorAndLeavesNoTemporaryFile() throws IOException {
        Files.createDirectories(file.resolve("this is a folder"));

        cache().put("a", Era.MODERN);

        assertThat(cache().get("a")).isEmpty();
        try (Stream<Path> files = Files.list(file.getParent())) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void theOldestEntriesAreEvictedAtTheLimit() throws IOException {
        Files.createDirectories(file.getParent());
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 1500; i++) {
            many.append("server").append(i).append(" modern\n");
        }
        Files.writeString(file, many);

        cache().put("newest", Era.LEGACY);

        assertThat(Files.readAllLines(file)).hasSize(1000).endsWith("newest legacy");
        assertThat(cache().get("server0")).isEmpty();
        assertThat(cache().get("server1499")).contains(Era.MODERN);
    }

    @Test
    void concurrentWritesLoseNoEntry() {
        EraCache cache = cache();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 50; i++) {
                String fingerprint = "server" + i;
                threads.execute(() -> cache.put(fingerprint, Era.MODERN));
            }
        }

        for (int i = 0; i < 50; i++) {
            assertThat(cache.get("server" + i)).contains(Era.MODERN);
        }
    }
}
