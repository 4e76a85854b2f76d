package dev.mooring.vault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommentatorSettingsTest {

    @TempDir
    Path folder;

    private void install(String settings) throws IOException {
        Path plugin = Files.createDirectories(folder.resolve(".obsidian/plugins/commentator"));
        Files.writeString(plugin.resolve("manifest.json"), "{\"id\":\"commentator\"}");
        if (!settings.isEmpty()) {
            Files.writeString(plugin.resolve("data.json"), settings);
        }
    }

    @Test
    void aFolderWithoutThePluginHasNoWarning() {
        assertThat(CommentatorSettings.warning(folder)).isEmpty();
    }

    @Test
    void thePluginWithItsDefaultsHasAWarning() throws IOException {
        install("");
        assertThat(CommentatorSettings.warning(folder))
                .hasValueSatisfying(it -> assertThat(it).contains("Turn on Settings > Commentator > Metadata"));
    }

    @Test
    void theWarningDisappearsWhenMetadataIsEnabled() throws IOException {
        install("{\"version\":\"0.2.5\",\"enable_metadata\":false}");
        assertThat(CommentatorSettings.warning(folder)).isPresent();
        install("{\"version\":\"0.2.5\",\"author\":\"Ada\"}");
        assertThat(CommentatorSettings.warning(folder)).isPresent();
        install("{\"version\":\"0.2.5\",\"enable_metadata\":true}");
        assertThat(CommentatorSettings.warning(folder)).isEmpty();
    }

    @Test
    void unreadableSettingsHaveNoWarning() throws IOException {
        install("{\"enable_metadata\":fal");
        assertThat(CommentatorSettings.warning(folder)).isEmpty();
    }
}
