package dev.mooring.app.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellWordTest {
    @Test
    void plainPathsStayAsTheyAre() {
        assertThat(ShellWord.of("/home/ada/Über-uns_2/.mcp.json")).isEqualTo("/home/ada/Über-uns_2/.mcp.json");
    }

    @Tag("process")
    @ParameterizedTest
    @ValueSource(strings = {"", "My notes", "it's", "$HOME", "a;b", "~", "*", "a\nb", "\"x\" `y`"})
    void theShellReadsTheArgumentUnchanged(String argument) throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", "printf %s " + ShellWord.of(argument)).start();
        assertThat(new String(shell.getInputStream().readAllBytes(), UTF_8)).isEqualTo(argument);
    }
}
