package dev.mooring.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.app.documents.ServeProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands warn if the Obsidian plugin in the folder would leave metadata in the text. */
class CommentatorWarningTest {

    private static final String WARNING = "The Obsidian plugin Commentator in this folder does not read the metadata";

    @TempDir
    Path folder;

    private final Mooring mooring = new Mooring();

    @BeforeEach
    void installPlugin() throws IOException {
        settings("{\"enable_metadata\":false}");
    }

    private void settings(String json) throws IOException {
        Path plugin = Files.createDirectories(folder.resolve(".obsidian/plugins/commentator"));
        Files.writeString(plugin.resolve("data.json"), json);
    }

    @Test
    void reviewWarnsOnStandardError() {
        assertThat(mooring.run("review", folder.toString(), "--list")).isZero();

        assertThat(mooring.err()).contains("mooring: " + WARNING);
        assertThat(mooring.out()).isEmpty();
    }

    @Test
    @Tag("process")
    void serveWarnsOnStandardError(@TempDir Path state) throws IOException {
        try (ServeProcess _ = ServeProcess.start(folder, state, "--port", "0", "--store", "memory")) {
            await().untilAsserted(
                            () -> assertThat(state.resolve("err")).content().contains("mooring: " + WARNING));
        }
    }

    @Test
    void doctorWarnsAndFindsNoProblem() {
        assertThat(mooring.run("doctor", folder.toString())).isZero();

        assertThat(mooring.out()).contains("! " + WARNING);
    }

    @Test
    void nobodyIsWarnedWhileTheSettingIsOn() throws IOException {
        settings("{\"enable_metadata\":true}");

        mooring.run("review", folder.toString(), "--list");
        mooring.run("doctor", folder.toString());

        assertThat(mooring.err() + mooring.out()).doesNotContain("Commentator");
    }
}
