package dev.mooring.mcp.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
class StoppingProgramTest {

    /** Opens its first local server while it is stopping. */
    static final class Program {
        private Program() {}

        public static void main(String... args) {
            Runtime.getRuntime().addShutdownHook(new Thread(Program::open));
        }

        private static void open() {
            try (McpClient client = McpClient.open(
                    ServerLocation.Local.of("cat"), ClientOptions.builder().build())) {
                System.out.println("opened " + client.server());
            } catch (OpenFailed e) {
                System.out.println(e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void programThatIsStoppingStartsNoServer() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        java, "-cp", System.getProperty("java.class.path"), Program.class.getName())
                .redirectErrorStream(true)
                .start();

        String printed = new String(process.getInputStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(printed).contains("this program is stopping and starts no more processes");
    }
}
