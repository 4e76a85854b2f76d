package dev.mooring.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("counterpart")
@Timeout(60)
class ProgramEndTest {
    private record Running(Process program, ProcessHandle server) {}

    private static Running start(String... serverArguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dmooring.root=" + System.getProperty("mooring.root"),
                "-cp",
                System.getProperty("java.class.path"),
                ProgramThatHoldsSessions.class.getName()));
        command.addAll(List.of(serverArguments));
        Process program = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader out = new BufferedReader(new InputStreamReader(program.getInputStream(), UTF_8));
        String line = out.readLine();
        while (line != null && !line.matches("\\d+")) {
            line = out.readLine();
        }
        return new Running(
                program, ProcessHandle.of(Long.parseLong(String.valueOf(line))).orElseThrow());
    }

    @Test
    void terminationBySignalEndsEveryServer() throws Exception {
        Running running = start("--ignore-eof", "--ignore-term");
        running.program().destroy();
        running.program().waitFor();
        await().until(() -> !running.server().isAlive());
    }

    @Test
    void killClosesTheInputOfServersAndNothingKeepsThemAlive() throws Exception {
        Running running = start();
        running.program().destroyForcibly().waitFor();
        await().until(() -> !running.server().isAlive());
    }
}
