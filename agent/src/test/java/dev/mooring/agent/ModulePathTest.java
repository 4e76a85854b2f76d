package dev.mooring.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs a modular program as a user does, with nothing on the class path. */
@Tag("process")
@Timeout(120)
class ModulePathTest {
    private static final String MODULE = "module program { requires dev.mooring.agent; }";

    private static final String PROGRAM = """
        package program;

        import dev.mooring.agent.Agent;
        import dev.mooring.agent.AgentFailed;
        import dev.mooring.agent.FunctionTool;
        import dev.mooring.agent.model.ToolOutput;
        import dev.mooring.agent.provider.Models;
        import dev.mooring.agent.script.ScriptedModel;
        import dev.mooring.mcp.Json;
        import java.util.Map;

        public class Program {
            public static void main(String... args) throws Exception {
                Agent agent = Agent.builder("adder")
                        .model(ScriptedModel.parse("script", "- call: {add: {a: 1}}\\n- say: The result is {{result}}"))
                        .tool(FunctionTool.of("add", "Adds 1", Json.object(),
                                arguments -> ToolOutput.of("" + (1 + arguments.path("a").asInt(0)))))
                        .build();
                System.out.println(agent.invoke("go").text());
                System.out.println(Agent.class.getModule());
                String unreachable = "http://127.0.0.1:1/v1";
                Map<String, String> environment = Map.of(
                        "OPENAI_BASE_URL", unreachable,
                        "ANTHROPIC_BASE_URL", unreachable, "ANTHROPIC_API_KEY", "x",
                        "GOOGLE_GEMINI_BASE_URL", unreachable, "GEMINI_API_KEY", "x",
                        "OLLAMA_HOST", unreachable);
                for (String model : new String[] {"openai/test", "anthropic/test", "gemini/test", "ollama/test"}) {
                    try {
                        Agent.builder("a").model(Models.named(model, environment)).build().invoke("go");
                    } catch (AgentFailed e) {
                        System.out.println(e.getMessage());
                    }
                }
            }
        }
        """;

    @TempDir
    private Path folder;

    @Test
    void modularProgramNeedsOnlyRequiresAgent() throws Exception {
        assumeTrue(
                modulePath().contains(Path.of("agent", "target", "classes").toString()),
                "Needs Maven's output folders, which contain the module descriptors");
        Path sources = Files.createDirectories(folder.resolve("src"));
        Files.writeString(sources.resolve("module-info.java"), MODULE);
        Files.createDirectories(sources.resolve("program"));
        Files.writeString(sources.resolve("program/Program.java"), PROGRAM);
        Path classes = folder.resolve("classes");

        assertThat(run(
                        "javac",
                        "-p",
                        modulePath(),
                        "-d",
                        classes.toString(),
                        sources.resolve("module-info.java").toString(),
                        sources.resolve("program/Program.java").toString()))
                .isEmpty();
        String output = run(
                "java",
                "-XX:TieredStopAtLevel=1",
                "-p",
                classes + File.pathSeparator + modulePath(),
                "-m",
                "program/program.Program");
        assertThat(output.lines()).contains("The result is 2", "module dev.mooring.agent");
        assertThat(output)
                .contains(
                        "openai/test: cannot connect to http://127.0.0.1:1",
                        "anthropic/test: cannot connect to http://127.0.0.1:1",
                        "gemini/test: cannot connect to http://127.0.0.1:1",
                        "ollama/test: cannot connect to http://127.0.0.1:1");
    }

    /** The jars and classes that Maven puts on the class path of the tests, without the tests themselves. */
    private static String modulePath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.endsWith("test-classes"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Runs a tool of this JDK, and returns what it prints. */
    private static String run(String tool, String... arguments) throws IOException, InterruptedException {
        ProcessBuilder command = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", tool).toString());
        command.command().addAll(Arrays.asList(arguments));
        Process process = command.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
