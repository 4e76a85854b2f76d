package dev.mooring.vault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apiguardian.api.API;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The settings of Commentator, the CriticMarkup plugin for Obsidian, in a folder of documents. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class CommentatorSettings {

    private static final int MAX_BYTES = 1_000_000;

    private CommentatorSettings() {}

    /**
     * Returns a warning if the plugin is installed in the folder and does not read the metadata of marks; else empty. The
     * plugin's metadata setting is off by default. Accepting a suggestion in Obsidian then leaves the metadata in the text.
     */
    public static Optional<String> warning(Path folder) {
        Path plugin = folder.resolve(".obsidian").resolve("plugins").resolve("commentator");
        if (!Files.isDirectory(plugin) || readsMetadata(plugin.resolve("data.json"))) {
            return Optional.empty();
        }
        return Optional.of(
                "The Obsidian plugin Commentator in this folder does not read the metadata of marks. Accepting"
                        + " a suggestion in Obsidian would leave {\"author\":...}@@ in the text. Turn on Settings > Commentator >"
                        + " Metadata in Obsidian.");
    }

    /** Returns false if the file does not exist, because the plugin then uses its defaults. */
    private static boolean readsMetadata(Path settings) {
        try {
            return Files.isRegularFile(settings)
                    && Files.size(settings) <= MAX_BYTES
                    && JsonMapper.shared()
                            .readTree(Files.readString(settings))
                            .path("enable_metadata")
                            .asBoolean(false);
        } catch (IOException | JacksonException e) {
            // Obsidian may be writing the file. A wrong warning would be worse than none.
            return true;
        }
    }
}
