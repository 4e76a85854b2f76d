package dev.mooring.mcp.client.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
class ProcessTreeTest {
    private static final Duration GRACE = Duration.ofMillis(500);

    /** Starts a process with one child, and returns the child. */
    private static ProcessHandle childOf(Process process) throws Exception {
        String pid = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8)).readLine();
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }

    private static ProcessBuilder parent() {
        return new ProcessBuilder("sh", "-c", "sleep 600 > /dev/null 2>&1 & echo $!; exec cat");
    }

    @Test
    void descendantsThatWereRecordedEndAfterTheirParentExited() throws Exception {
        Process process = parent().start();
        ProcessHandle child = childOf(process);
        ProcessTree tree = new ProcessTree(process, new ProcessMarker());
        tree.recordDescendants();
        process.destroyForcibly().waitFor();
        tree.end(() -> {}, GRACE);
        assertThat(child.isAlive()).isFalse();
    }

    @Test
    void descendantsThatWereNotRecordedAreFoundByTheirMarker() throws Exception {
        ProcessMarker marker = new ProcessMarker();
        ProcessBuilder builder = parent();
        marker.addTo(builder.environment());
        Process process = builder.start();
        ProcessHandle child = childOf(process);
        process.destroyForcibly().waitFor();
        assertThat(child.isAlive()).isTrue();
        assertThat(marker.processes()).containsExactly(child);
        new ProcessTree(process, marker).end(() -> {}, GRACE);
        assertThat(child.isAlive()).isFalse();
    }

    @Test
    void markersDiffer() {
        Map<String, String> one = new HashMap<>();
        Map<String, String> other = new HashMap<>();
        new ProcessMarker().addTo(one);
        new ProcessMarker().addTo(other);
        assertThat(one).hasSize(1).isNotEqualTo(other);
    }
}
