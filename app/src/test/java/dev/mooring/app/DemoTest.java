package dev.mooring.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.demo.Demo;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine.Help.Ansi;

class DemoTest {
    @Test
    @Timeout(120)
    void showsTheHandleTheSuggestionAndTheStateThatIsKept() throws Exception {
        StringWriter shown = new StringWriter();
        Demo.play(new PrintWriter(shown, true), Ansi.OFF);
        assertThat(shown.toString())
                .contains("[session: ")
                .containsPattern("\\{--.*eight--}\\{\\+\\+.*nine\\+\\+}")
                .containsPattern("session per run : first call says 1, fourth says 4; asked twice, it is 1 process;")
                .containsPattern("session per call: first call says 1, fourth says 1; asked twice, it is 2 processes;");
    }
}
