package dev.mooring.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the examples about sessions as programs. */
@Tag("process")
@Timeout(60)
class ExamplesTest {
    private static String output(Class<?> example) throws Exception {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        example.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(program.getInputStream().readAllBytes(), UTF_8);
        assertThat(program.waitFor()).isZero();
        return output;
    }

    @Test
    void runHoldsOneServerProcess() throws Exception {
        assertThat(output(HoldAStatefulServer.class).lines())
                .containsExactly(
                        "first call: 1", "after ten parallel calls: 12", "in a nested run: 13", "in another run: 1");
    }

    @Test
    void toolsAreListedOutsideARun() throws Exception {
        assertThat(output(ListTools.class)).isEqualTo("count: Adds 1 to the counter and returns it\n");
    }

    @Test
    void assistantKeepsTheStateOfItsToolsBetweenTurns() throws Exception {
        assertThat(output(LangChain4jAssistant.class).lines())
                .containsExactly("The counter says 1.", "The counter says 2.");
    }

    @Test
    void agentsOfARunShareTheStateOfAServer() throws Exception {
        assertThat(output(AgentsThatShareState.class).lines())
                .containsExactly("log: The counter says 2.", "The mate counted, and the log has the result.");
    }
}
