package dev.mooring.mcp.client;

import dev.mooring.mcp.Era;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cache of eras in a text file with one line per server. If the file cannot be read or written, clients detect the
 * eras again. Several processes may share the file; the last write wins.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class FileEraCache implements EraCache {
    private static final Logger LOG = LoggerFactory.getLogger(FileEraCache.class);
    private static final int MAX_ENTRIES = 1000;

    private final Path file;

    /** Creates a cache in the given file, which need not exist. */
    public FileEraCache(Path file) {
        this.file = file;
    }

    @Override
    public synchronized Optional<Era> get(String fingerprint) {
        return Optional.ofNullable(load().get(fingerprint));
    }

    @Override
    public synchronized void put(String fingerprint, Era era) {
        Map<String, Era> eras = load();
        if (era != eras.get(fingerprint)) {
            eras.put(fingerprint, era);
            save(eras);
        }
    }

    @Override
    public synchronized void remove(String fingerprint) {
        Map<String, Era> eras = load();
        if (eras.remove(fingerprint) != null) {
            save(eras);
        }
    }

    private Map<String, Era> load() {
        Map<String, Era> eras = new LinkedHashMap<>();
        try {
            for (String line : Files.readAllLines(file)) {
                String[] parts = line.split(" ", 2);
                if (parts.length == 2 && parts[1].equals("modern")) {
                    eras.put(parts[0], Era.MODERN);
                } else if (parts.length == 2 && parts[1].equals("legacy")) {
                    eras.put(parts[0], Era.LEGACY);
                }
            }
        } catch (NoSuchFileException e) {
            LOG.trace("No era cache at {} yet", file);
        } catch (IOException e) {
            LOG.debug("Cannot read the era cache {}: {}", file, e.toString());
        }
        return eras;
    }

    private void save(Map<String, Era> eras) {
        while (eras.size() > MAX_ENTRIES) {
            eras.remove(eras.keySet().iterator().next());
        }
        StringBuilder text = new StringBuilder();
        eras.forEach((fingerprint, era) -> text.append(fingerprint)
                .append(' ')
                .append(era.name().toLowerCase(Locale.ROOT))
                .append('\n'));
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Path fresh = Files.createTempFile(folder, "eras", ".tmp");
            try {
                Files.writeString(fresh, text);
                Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(fresh);
            }
        } catch (IOException e) {
            LOG.debug("Cannot write the era cache {}: {}", file, e.toString());
        }
    }
}
