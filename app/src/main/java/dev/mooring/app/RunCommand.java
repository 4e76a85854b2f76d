package dev.mooring.app;

import dev.mooring.app.run.AgentSetup;
import dev.mooring.app.terminal.FailureText;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** {@code mooring run}. The answer goes to standard output, progress and errors to standard error. */
@Command(
        name = "run",
        header = "Run an agent.",
        description = {
            "%nAn agent is a Markdown file: settings in the front matter, instructions below. The agent and its sub-agents"
                    + " share one session per tool server, which opens on first use and closes at the end.",
            "%nModels: openai/NAME (with OPENAI_API_KEY; OPENAI_BASE_URL for any compatible server), anthropic/NAME,"
                    + " gemini/NAME, ollama/NAME, and script/FILE, which replays a script and needs no key."
        },
        footer = {
            "  mooring run agent.md --servers servers.json \"Who is in?\"",
            "  mooring run agent.md --model openai/gpt-5 - < question.txt",
            "  mooring run agent.md --input-json '{\"topic\": \"tea\"}' --json",
            "",
            "Mooring saves the run in files that only you can read. 'mooring runs' shows it,",
            "and 'mooring resume' continues it if it was interrupted.",
            "",
            "Exit codes: 0 answered, 1 failed, 2 usage error, 3 stopped by a limit,",
            "4 the model refused or its answer is empty, 130 or 143 stopped by a signal.",
        })
final class RunCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "AGENT.md", description = "The agent file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private Path file;

    @Mixin
    private final AgentOptions options = new AgentOptions();

    @Parameters(
            index = "1",
            paramLabel = "INPUT",
            arity = "0..1",
            description = "The input of the agent. '-' reads standard input.")
    private @Nullable String input;

    @Option(
            names = "--input-json",
            paramLabel = "JSON",
            description = "The input of an agent that has an input schema, instead of INPUT.")
    private @Nullable String inputJson;

    @Option(names = "--json", description = "Print one JSON object with the answer and the totals.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        JsonNode agentInput = agentInput();
        AgentSetup setup = options.setup(file, spec.commandLine().getErr());
        return new RunExecution(
                        spec.commandLine(), setup, options.storage(file, setup, agentInput), options.isVerbose(), json)
                .run(
                        agentInput.isString() ? agentInput.stringValue() : Json.text(agentInput),
                        (agent, invocation, sessions) -> agent.invoke(agentInput, invocation));
    }

    private JsonNode agentInput() throws IOException {
        if (inputJson != null) {
            if (input != null) {
                throw usage("Use either INPUT or --input-json, not both");
            }
            try {
                return Json.parse(inputJson);
            } catch (MalformedJson e) {
                throw usage("--input-json is not valid JSON: " + FailureText.of(e));
            }
        }
        if (input == null) {
            throw usage("Missing INPUT. Write it as an argument, or '-' to read standard input. For a conversation, use"
                    + " 'mooring chat'.");
        }
        return StringNode.valueOf(
                input.equals("-") ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8).strip() : input);
    }

    private ParameterException usage(String reason) {
        return new ParameterException(spec.commandLine(), reason);
    }
}
