package dev.mooring.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lincheck explores the interleavings of concurrent calls. It runs in a JVM of its own, because it instruments all classes. */
@Tag("process")
class ModelCheckingTest {
    private static void assertChecked(Class<?> model, int executions) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+EnableDynamicAgentLoading",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        model.getName(),
                        String.valueOf(executions))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).endsWith("checked\n");
    }

    @Test
    void noCallOfALostGenerationIsSent() throws Exception {
        assertChecked(LostSessionModel.class, 30);
    }

    @Test
    @Tag("long")
    void noCallOfALostGenerationIsSentInManyExecutions() throws Exception {
        assertChecked(LostSessionModel.class, 10_000);
    }
}
