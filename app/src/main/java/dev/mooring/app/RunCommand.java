package dev.mooring.app;

import dev.mooring.agent.AgentAnswer;
import dev.mooring.app.run.AgentRunner;
import dev.mooring.app.run.AgentRunner.Report;
import dev.mooring.app.run.AgentSetup;
import dev.mooring.app.run.RunDisplay;
import dev.mooring.app.terminal.LinePrompter;
import dev.mooring.app.terminal.LiveLines;
import dev.mooring.app.terminal.Screen;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
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
            "  mooring run examples/agents/harbour.md --servers examples/agents/.mcp.json \"Who is in?\"",
            "  mooring run agent.md --model openai/gpt-5 - < question.txt",
            "  mooring run agent.md --input-json '{\"topic\": \"tea\"}' --json",
            "",
            "Mooring saves the run in a file that only you can read. See 'mooring runs'.",
            "",
            "Exit codes: 0 answered, 1 failed, 2 usage error, 3 stopped by a limit,",
            "4 the model refused or its answer is empty, 130 or 143 stopped by a signal.",
        })
final class RunCommand implements Callable<Integer> {
    static final int LIMIT_REACHED = 3;
    static final int NO_ANSWER = 4;

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
        CommandLine line = spec.commandLine();
        PrintWriter err = line.getErr();
        JsonNode agentInput = agentInput();
        AgentSetup setup = options.setup(err);
        Screen screen = Screen.detect(line.getColorScheme().ansi());
        boolean streams = screen.interactive() && !json;
        Report report;
        try (LiveLines lines = new LiveLines(line.getOut(), err, screen)) {
            RunDisplay display = new RunDisplay(lines, screen, streams, options.isVerbose());
            LinePrompter prompter =
                    screen.interactive() ? new LinePrompter(lines, err, prompt -> read(err, prompt)) : null;
            report = new AgentRunner(
                            setup, display, screen, prompter, options.folder(), System.getenv(), Version.number())
                    .run(
                            agentInput.isString() ? agentInput.stringValue() : Json.text(agentInput),
                            (agent, invocation, sessions) -> agent.invoke(agentInput, invocation),
                            ended -> {
                                lines.endText();
                                if (!json && !streams) {
                                    printAnswer(ended, line.getOut());
                                }
                                display.showReport(ended);
                            });
        }
        if (json) {
            line.getOut().println(Json.text(setup.secrets().redact(json(report))));
        }
        return switch (report.outcome()) {
            case "answered" -> ExitCode.OK;
            case "limit" -> LIMIT_REACHED;
            case "refused", "empty" -> NO_ANSWER;
            default -> ExitCode.SOFTWARE;
        };
    }

    private JsonNode agentInput() throws IOException {
        if (inputJson != null) {
            if (input != null) {
                throw usage("Use either INPUT or --input-json, not both");
            }
            try {
                return Json.parse(inputJson);
            } catch (MalformedJson e) {
                throw usage("--input-json is not valid JSON: " + FailureHandler.reason(e));
            }
        }
        if (input == null) {
            throw usage("Missing INPUT. Write it as an argument, or '-' to read standard input. For a conversation, use"
                    + " 'mooring chat'.");
        }
        return StringNode.valueOf(
                input.equals("-") ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8).strip() : input);
    }

    private static @Nullable String read(PrintWriter err, String prompt) {
        err.print(prompt);
        err.flush();
        return Objects.requireNonNull(System.console())
                .readLine(); // prompts need an interactive screen, which has a console
    }

    /** Prints the answer, even if a limit cut it short. */
    private static void printAnswer(Report report, PrintWriter out) {
        AgentAnswer answer = report.answer();
        if (answer != null && !answer.text().isEmpty()) {
            out.println(answer.text());
        }
    }

    private static ObjectNode json(Report report) {
        ObjectNode json = Json.object().put("run", report.run()).put("outcome", report.outcome());
        if (!report.reason().isEmpty()) {
            json.put("reason", report.reason());
        }
        AgentAnswer answer = report.answer();
        if (answer != null) {
            json.put("text", answer.text());
            if (answer.output() != null) {
                json.set("output", answer.output());
            }
        }
        json.put("millis", report.took().toNanos() / 1e6);
        return json.set("totals", report.totals().json());
    }

    private ParameterException usage(String reason) {
        return new ParameterException(spec.commandLine(), reason);
    }
}
