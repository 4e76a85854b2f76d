package dev.mooring.app;

import dev.mooring.app.review.terminal.PendingReport;
import dev.mooring.app.review.terminal.TerminalReview;
import dev.mooring.app.state.StateFolder;
import dev.mooring.app.terminal.Screen;
import dev.mooring.app.web.SignInCodes;
import dev.mooring.app.web.SignInCodes.Invitation;
import dev.mooring.mcp.Json;
import dev.mooring.vault.CommentatorSettings;
import dev.mooring.vault.Vault;
import dev.mooring.vault.critic.Decision;
import dev.mooring.vault.review.DecisionReport;
import dev.mooring.vault.review.PendingDocument;
import dev.mooring.vault.review.PendingSuggestion;
import dev.mooring.vault.review.Review;
import dev.mooring.vault.review.Reviewer;
import dev.mooring.vault.review.SuggestionFilter;
import dev.mooring.vault.review.SuggestionRef;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code mooring review}. */
@Command(
        name = "review",
        header = "Accept or reject suggestions in a folder of documents.",
        description = {
            "%nSteps through the suggestions, comments of assistants included: a accepts, r rejects, s skips, u undoes, "
                    + "q quits, ? lists all keys. "
                    + "Works on the files, also while 'mooring serve' serves the same folder.",
        },
        footer = {
            "  mooring review ~/notes                  step through all suggestions",
            "  mooring review ~/notes --author Claude --text ferry",
            "                                          step through some of them",
            "  mooring review ~/notes --list           list pending suggestions",
            "  mooring review ~/notes --reject-all --older-than 30d",
            "  mooring review ~/notes --open           open the review page in a browser",
            "  mooring review . --check                fail in a git hook if any are pending",
            "",
            "Exit codes: 0 done, 1 a suggestion could not be decided or, with --check, is",
            "pending, 2 usage error, 130 stopped with Ctrl-C.",
        })
final class ReviewCommand implements Callable<Integer> {
    /** The exit code of a program that Ctrl-C ends. */
    private static final int INTERRUPTED = 130;

    @Parameters(paramLabel = "FOLDER", description = "The folder of documents.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private Path folder;

    @ArgGroup(exclusive = true)
    private @Nullable BatchMode batch;

    /** The modes that need no terminal. */
    private static final class BatchMode {
        @Option(names = "--list", description = "List the pending suggestions.")
        private boolean list;

        @Option(
                names = "--check",
                description = "Print the number of pending suggestions, and exit with 1 if there are any.")
        private boolean check;

        @Option(names = "--accept-all", description = "Accept all matching suggestions.")
        private boolean acceptAll;

        @Option(names = "--reject-all", description = "Reject all matching suggestions.")
        private boolean rejectAll;

        @Option(
                names = "--open",
                description = "Open the review page of the running 'mooring serve FOLDER', signed in.")
        private boolean open;
    }

    @Option(
            names = "--author",
            paramLabel = "NAME",
            description = "Only suggestions by NAME. 'unknown' selects those without an author.")
    private @Nullable String author;

    @Option(
            names = {"--folder", "--path"},
            paramLabel = "PATH",
            description = "Only suggestions in this subfolder or document.")
    private @Nullable String path;

    @Option(
            names = "--text",
            paramLabel = "WORDS",
            description = "Only suggestions with these words in the text or the path.")
    private @Nullable String text;

    @Option(
            names = "--older-than",
            paramLabel = "AGE",
            converter = AgeConverter.class,
            description = "Only suggestions older than AGE, such as 12h, 7d, 2w.")
    private @Nullable Duration olderThan;

    @Option(
            names = "--newer-than",
            paramLabel = "AGE",
            converter = AgeConverter.class,
            description = "Only suggestions newer than AGE.")
    private @Nullable Duration newerThan;

    @Option(
            names = "--json",
            description = "Print one JSON object. Needs --list, --check, --accept-all or --reject-all.")
    private boolean json;

    @Option(names = "--hidden", description = "Include documents and folders whose names begin with a dot.")
    private boolean hidden;

    @Option(
            names = "--as",
            paramLabel = "NAME",
            description = "The name that signs your comments (default: your user name).")
    private @Nullable String name;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ServeCommand.requireFolder(folder, spec);
        if (batch != null && batch.open) {
            return openPage();
        }
        Screen screen = Screen.detect(spec.commandLine().getColorScheme().ansi());
        if (batch == null && json) {
            throw usage("--json needs --list, --check, --accept-all or --reject-all");
        }
        if (batch == null && !screen.interactive()) {
            throw usage("Without a terminal, use --list, --check, --accept-all or --reject-all");
        }
        CommentatorSettings.warning(folder)
                .ifPresent(warning -> spec.commandLine().getErr().println("mooring: " + warning));
        try (Vault vault = Vault.open(folder, hidden);
                var review = new Review(vault, InstantSource.system())) {
            checkPath(review);
            return batch == null ? stepThrough(review, screen) : runBatch(review, screen, batch);
        }
    }

    private void checkPath(Review review) {
        Optional<String> wanted = filter().folder();
        if (wanted.isPresent() && !review.exists(wanted.get())) {
            throw usage("--path " + wanted.get() + " is neither a document nor a folder in " + folder
                    + ". Write a path relative to that folder.");
        }
    }

    /** Opens the review page, or prints a link to it if there is no browser. */
    private int openPage() throws IOException {
        Invitation invitation = SignInCodes.invite(StateFolder.standard(System.getenv()), folder, "/")
                .orElseThrow(() -> new IOException("No 'mooring serve' without --login and --token-file serves "
                        + folder + ". Start one, or open the page of the service and sign in there."));
        InvitedPage.open(invitation, spec.commandLine());
        return ExitCode.OK;
    }

    private SuggestionFilter filter() {
        return SuggestionFilter.builder()
                .author(author)
                .folder(path)
                .olderThan(olderThan)
                .newerThan(newerThan)
                .text(text)
                .build();
    }

    private Reviewer reviewer() {
        return new Reviewer("terminal", name == null ? System.getProperty("user.name", "reviewer") : name);
    }

    private int stepThrough(Review review, Screen screen) throws IOException {
        boolean ended = new TerminalReview(review, filter(), reviewer(), screen, InstantSource.system()).run();
        return ended ? ExitCode.OK : INTERRUPTED;
    }

    private int runBatch(Review review, Screen screen, BatchMode mode) throws IOException {
        List<PendingDocument> pending = review.pending(filter());
        var report = new PendingReport(pending);
        PrintWriter out = spec.commandLine().getOut();
        if (mode.acceptAll || mode.rejectAll) {
            return decideAll(review, pending, mode.acceptAll ? Decision.ACCEPT : Decision.REJECT);
        }
        if (json) {
            out.println(Json.text(report.json()));
        } else if (mode.list) {
            report.print(out, screen, InstantSource.system().instant());
        }
        if (!json) {
            spec.commandLine().getErr().println(pendingCount(report.count()));
        }
        return mode.check && report.count() > 0 ? ExitCode.SOFTWARE : ExitCode.OK;
    }

    private static String pendingCount(int count) {
        return switch (count) {
            case 0 -> "No suggestions to review.";
            case 1 -> "1 suggestion to review.";
            default -> count + " suggestions to review.";
        };
    }

    private int decideAll(Review review, List<PendingDocument> pending, Decision decision) throws IOException {
        List<SuggestionRef> refs = pending.stream()
                .flatMap(document -> document.suggestions().stream())
                .map(PendingSuggestion::ref)
                .toList();
        DecisionReport report = review.decide(reviewer(), decision, refs);
        String verb = decision == Decision.ACCEPT ? "accepted" : "rejected";
        if (json) {
            spec.commandLine().getOut().println(Json.text(json(report, verb)));
        } else {
            PrintWriter err = spec.commandLine().getErr();
            report.refused().forEach(each -> err.println(each.ref().path() + ": not changed. " + each.reason()));
            spec.commandLine().getOut().println(report.applied().size() + " " + verb);
        }
        return report.refused().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private static ObjectNode json(DecisionReport report, String verb) {
        ObjectNode json = Json.object();
        ArrayNode done = json.putArray(verb);
        report.applied().forEach(ref -> done.addObject().put("path", ref.path()).put("id", ref.id()));
        ArrayNode refused = json.putArray("refused");
        report.refused()
                .forEach(each -> refused.addObject()
                        .put("path", each.ref().path())
                        .put("id", each.ref().id())
                        .put("reason", each.reason()));
        return json;
    }

    private ParameterException usage(String reason) {
        return new ParameterException(spec.commandLine(), reason);
    }
}
