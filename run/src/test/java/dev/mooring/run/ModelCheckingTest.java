package dev.mooring.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Lincheck explores the interleavings of concurrent operations. It runs in a JVM of its own, because it instruments all classes. It cannot
 * check {@link Lifecycle}: it does not control virtual threads, and reports a run that forks one as hung. {@link RaceTest} checks that.
 */
@Tag("process")
class ModelCheckingTest {
    private static void assertChecked(Class<?> model, int scenarios, int executions) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+EnableDynamicAgentLoading",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        model.getName(),
                        String.valueOf(scenarios),
                        String.valueOf(executions))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).endsWith("checked\n");
    }

    @Test
    void singleFlightIsLinearizable() throws Exception {
        assertChecked(SingleFlightModel.class, 4, 50);
    }

    @Test
    @Tag("long")
    void singleFlightIsLinearizableInManyScenarios() throws Exception {
        assertChecked(SingleFlightModel.class, 100, 1_000);
    }
}
