package dev.mooring.app;

import dev.mooring.app.record.RecordSummary;
import dev.mooring.app.record.RunFolder;
import dev.mooring.app.record.RunJson;
import dev.mooring.app.record.RunPages;
import dev.mooring.app.record.RunReader;
import dev.mooring.app.record.RunTree;
import dev.mooring.app.record.RunsTable;
import dev.mooring.app.record.SavedRun;
import dev.mooring.app.record.TimelinePage;
import dev.mooring.app.record.UnknownRun;
import dev.mooring.app.state.StateFolder;
import dev.mooring.app.terminal.Screen;
import dev.mooring.app.web.LocalPages;
import dev.mooring.app.web.SignInCodes;
import dev.mooring.app.web.SignInCodes.Invitation;
import dev.mooring.mcp.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mooring runs}: shows saved runs. */
@Command(
        name = "runs",
        header = "Show saved runs.",
        description = {
            "%nMooring saves each run in $XDG_STATE_HOME/mooring/runs (default: ~/.local/state/mooring/runs), in a file that"
                    + " only you can read. It keeps the newest 1,000.",
            "%nAn ID can be shortened if it stays unique. The default is the newest run."
        },
        footer = {
            "  mooring runs              list the newest runs",
            "  mooring runs show         print the newest run as a tree",
            "  mooring runs open 3fa9    show a timeline of one run in the browser",
        },
        subcommands = {RunsCommand.ListRuns.class, RunsCommand.Show.class, RunsCommand.Open.class})
final class RunsCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        return list(spec.commandLine(), false, ListRuns.DEFAULT_NUMBER);
    }

    private static int list(CommandLine line, boolean json, int number) throws IOException {
        List<RecordSummary> summaries = new ArrayList<>();
        for (SavedRun run : folder().runs().stream().limit(number).toList()) {
            summaries.add(run.summary());
        }
        RunsTable table = new RunsTable(summaries);
        if (json) {
            line.getOut().println(Json.text(table.json()));
        } else if (summaries.isEmpty()) {
            line.getErr().println("No runs are saved in " + folder().path() + ". 'mooring run AGENT.md' saves one.");
        } else {
            table.print(line.getOut(), screen(line));
        }
        return ExitCode.OK;
    }

    private static RunFolder folder() {
        return RunFolder.standard(System.getenv());
    }

    private static Screen screen(CommandLine line) {
        return Screen.detect(line.getColorScheme().ansi());
    }

    private static SavedRun find(@Nullable String id) throws IOException, UnknownRun {
        if (id != null) {
            return folder().find(id);
        }
        return folder().runs().stream()
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "No runs are saved in " + folder().path() + ". 'mooring run AGENT.md' saves one."));
    }

    /** {@code mooring runs list}. */
    @Command(
            name = "list",
            header = "List the newest runs, newest first.",
            footer = {"  mooring runs list", "  mooring runs list --number 5 --json"})
    static final class ListRuns implements Callable<Integer> {
        static final int DEFAULT_NUMBER = 20;

        @Option(
                names = {"-n", "--number"},
                paramLabel = "N",
                defaultValue = "" + DEFAULT_NUMBER,
                description = "The maximum number of runs (default: ${DEFAULT-VALUE}).")
        private int number;

        @Option(names = "--json", description = "Print a JSON array.")
        private boolean json;

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it before the call
        private CommandSpec spec;

        @Override
        public Integer call() throws IOException {
            return list(spec.commandLine(), json, Math.max(0, number));
        }
    }

    /** {@code mooring runs show}. */
    @Command(
            name = "show",
            header = "Print a run as a tree of turns, calls and sub-agents with their times.",
            footer = {"  mooring runs show", "  mooring runs show 3fa9", "  mooring runs show 3fa9 --json"})
    static final class Show implements Callable<Integer> {
        @Parameters(paramLabel = "ID", arity = "0..1", description = "The run (default: the newest).")
        private @Nullable String id;

        @Option(
                names = "--json",
                description = "Print the whole record as one JSON object, with times in milliseconds.")
        private boolean json;

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it before the call
        private CommandSpec spec;

        @Override
        public Integer call() throws Exception {
            CommandLine line = spec.commandLine();
            var run = RunReader.read(find(id));
            if (json) {
                line.getOut().println(Json.text(RunJson.of(run)));
            } else {
                new RunTree(run, screen(line), line.getOut()).print();
            }
            return ExitCode.OK;
        }
    }

    /** {@code mooring runs open}. */
    @Command(
            name = "open",
            header = "Show a run as a timeline in the browser, and the list of all runs.",
            description = {
                "%nServes the pages on a free port of this machine until Ctrl-C. They follow runs in progress. If another"
                        + " 'mooring runs open' is running, opens the page there instead.",
                "%nWith --output, writes the run as one HTML file that needs no network."
            },
            footer = {
                "  mooring runs open",
                "  mooring runs open 3fa9",
                "  mooring runs open 3fa9 --output run.html    write a page, open no browser",
            })
    static final class Open implements Callable<Integer> {
        @Parameters(paramLabel = "ID", arity = "0..1", description = "The run (default: the newest).")
        private @Nullable String id;

        @Option(
                names = {"-o", "--output"},
                paramLabel = "FILE",
                description = "Write the page to FILE and open no browser.")
        private @Nullable Path output;

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it before the call
        private CommandSpec spec;

        @Override
        public Integer call() throws Exception {
            SavedRun run = find(id);
            if (output != null) {
                TimelinePage.write(RunReader.read(run), output);
                spec.commandLine().getOut().println(output);
            } else if (!openPage(run)) {
                serve(run);
            }
            return ExitCode.OK;
        }

        private void serve(SavedRun run) throws IOException {
            SignInCodes codes = SignInCodes.begin(state(), folder().path());
            LocalPages pages = LocalPages.start(codes, "mooring runs open", new RunPages(folder()));
            ForegroundService.run(
                    () -> {
                        try (codes;
                                pages) {
                            // Closes the pages first.
                        }
                    },
                    spec.commandLine().getErr(),
                    () -> {
                        openPage(run);
                        spec.commandLine().getErr().println("Serving the saved runs. Stop with Ctrl-C.");
                    });
        }

        /** Opens the page of a run at the service that is running; returns false if none is. */
        private boolean openPage(SavedRun run) throws IOException {
            Optional<Invitation> invitation = SignInCodes.invite(state(), folder().path(), RunPages.path(run));
            invitation.ifPresent(found -> InvitedPage.open(found, spec.commandLine()));
            return invitation.isPresent();
        }

        private static Path state() {
            return StateFolder.standard(System.getenv());
        }
    }
}
