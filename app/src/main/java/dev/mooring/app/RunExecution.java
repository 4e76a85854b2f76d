package dev.mooring.app;

import dev.mooring.agent.AgentAnswer;
import dev.mooring.agent.file.InvalidAgentFile;
import dev.mooring.app.run.AgentRunner;
import dev.mooring.app.run.AgentRunner.Report;
import dev.mooring.app.run.AgentSetup;
import dev.mooring.app.run.RunDisplay;
import dev.mooring.app.run.RunStorage;
import dev.mooring.app.terminal.LinePrompter;
import dev.mooring.app.terminal.LiveLines;
import dev.mooring.app.terminal.Screen;
import dev.mooring.mcp.Json;
import java.io.PrintWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The run of {@code mooring run} or {@code mooring resume}: shows its progress and prints its answer.
 *
 * @param storage where to save the run; null if it is not saved
 * @param json whether to print one JSON object
 */
record RunExecution(
        CommandLine line, AgentSetup setup, @Nullable RunStorage storage, boolean verbose, boolean json) {
    static final int LIMIT_REACHED = 3;
    static final int NO_ANSWER = 4;

    /** Returns the exit code. */
    int run(String input, AgentRunner.Work work) throws InvalidAgentFile {
        PrintWriter err = line.getErr();
        Screen screen = Screen.detect(line.getColorScheme().ansi());
        boolean streams = screen.interactive() && !json;
        Report report;
        try (LiveLines lines = new LiveLines(line.getOut(), err, screen)) {
            RunDisplay display = new RunDisplay(lines, screen, streams, verbose);
            LinePrompter prompter =
                    screen.interactive() ? new LinePrompter(lines, err, prompt -> read(err, prompt)) : null;
            report = new AgentRunner(setup, display, screen, prompter, storage, System.getenv(), Version.number())
                    .run(input, work, ended -> {
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
        return exitCode(report.outcome());
    }

    /** Returns the exit code for an outcome, as records name it. */
    static int exitCode(String outcome) {
        return switch (outcome) {
            case "answered" -> ExitCode.OK;
            case "limit" -> LIMIT_REACHED;
            case "refused", "empty" -> NO_ANSWER;
            default -> ExitCode.SOFTWARE;
        };
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
}
