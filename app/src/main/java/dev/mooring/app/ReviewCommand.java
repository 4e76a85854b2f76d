package dev.mooring.app;

import dev.mooring.app.review.terminal.PendingReport;
import dev.mooring.app.review.terminal.TerminalReview;
import dev.mooring.app.terminal.Screen;
import dev.mooring.mcp.Json;
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
import java.nio.file.Files;
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
        header = "Accept or reject what assistants suggest in a folder of documents.",
        description = {
            "%nSteps through the suggestions: a accepts, r rejects, s skips, u undoes, q quits, ? shows all keys. "
                    + "Works on the folder itself, whether or not 'mooring serve' runs on it at the same time.",
        },
        footer = {
            "  mooring review ~/notes                              one by one",
            "  mooring review ~/notes --author Claude --text ferry  only some of them",
            "  mooring review ~/notes --list                       what waits, a line each",
            "  mooring review ~/notes --reject-all --older-than 30d",
            "  mooring review . --check                            in a git hook: 1 if anything waits",
            "",
            "Exit codes: 0 done, 1 something was left as it is or, with --check, waits,",
            "2 the command line was not understood.",
        })
final class ReviewCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FOLDER", description = "The folder of documents.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private Path folder;

    @ArgGroup(exclusive = true)
    private @Nullable Instead instead;

    /** What to do instead of stepping through. */
    private static final class Instead {
        @Option(names = "--list", description = "Print what waits, and decide nothing.")
        private boolean list;

        @Option(names = "--check", description = "Print how many wait; exit with 1 if any do.")
        private boolean check;

        @Option(names = "--accept-all", description = "Accept everything that matches.")
        private boolean acceptAll;

        @Option(names = "--reject-all", description = "Reject everything that matches.")
        private boolean rejectAll;
    }

    @Option(names = "--author", paramLabel = "NAME", description = "Only suggestions by NAME; 'unknown' has none.")
    private @Nullable String author;

    @Option(
            names = {"--folder", "--path"},
            paramLabel = "PATH",
            description = "Only in this folder of the vault, or this one document.")
    private @Nullable String path;

    @Option(names = "--text", paramLabel = "WORDS", description = "Only with these words in the text or the path.")
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

    @Option(names = "--json", description = "Print one JSON object; not while stepping through.")
    private boolean json;

    @Option(names = "--hidden", description = "Documents whose names, or folders, begin with a dot too.")
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
        if (!Files.isDirectory(folder)) {
            throw usage(folder + " is not a folder");
        }
        Screen screen = Screen.detect(spec.commandLine().getColorScheme().ansi());
        if (instead == null && json) {
            throw usage("--json needs --list, --check, --accept-all or --reject-all");
        }
        if (instead == null && !screen.interactive()) {
            throw usage("stepping through needs a terminal: use --list, --check, --accept-all or --reject-all");
        }
        try (Vault vault = Vault.open(folder, hidden);
                var review = new Review(vault, InstantSource.system())) {
            return instead == null ? stepThrough(review, screen) : doInstead(review, screen, instead);
        }
    }

    private SuggestionFilter filter() {
        return new SuggestionFilter(
                Optional.ofNullable(author),
                Optional.ofNullable(path),
                Optional.ofNullable(olderThan),
                Optional.ofNullable(newerThan),
                Optional.ofNullable(text));
    }

    private Reviewer reviewer() {
        return new Reviewer("terminal", name == null ? System.getProperty("user.name", "reviewer") : name);
    }

    private int stepThrough(Review review, Screen screen) throws IOException {
        new TerminalReview(review, filter(), reviewer(), screen, InstantSource.system()).run();
        return ExitCode.OK;
    }

    private int doInstead(Review review, Screen screen, Instead what) throws IOException {
        List<PendingDocument> pending = review.pending(filter());
        var report = new PendingReport(pending);
        PrintWriter out = spec.commandLine().getOut();
        if (what.acceptAll || what.rejectAll) {
            return decideAll(review, pending, what.acceptAll ? Decision.ACCEPT : Decision.REJECT);
        }
        if (json) {
            out.println(Json.text(report.json()));
        } else if (what.list) {
            report.print(out, screen, InstantSource.system().instant());
        }
        if (!json) {
            spec.commandLine().getErr().println(waiting(report.count()));
        }
        return what.check && report.count() > 0 ? ExitCode.SOFTWARE : ExitCode.OK;
    }

    private static String waiting(int count) {
        return switch (count) {
            case 0 -> "No suggestions to review.";
            case 1 -> "1 suggestion waits.";
            default -> count + " suggestions wait.";
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
            report.unmet().forEach(unmet -> err.println(unmet.ref().path() + ": left as it is. " + unmet.reason()));
            spec.commandLine().getOut().println(report.done().size() + " " + verb);
        }
        return report.unmet().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private static ObjectNode json(DecisionReport report, String verb) {
        ObjectNode json = Json.object();
        ArrayNode done = json.putArray(verb);
        report.done().forEach(ref -> done.addObject().put("path", ref.path()).put("id", ref.id()));
        ArrayNode left = json.putArray("left");
        report.unmet()
                .forEach(unmet -> left.addObject()
                        .put("path", unmet.ref().path())
                        .put("id", unmet.ref().id())
                        .put("reason", unmet.reason()));
        return json;
    }

    private ParameterException usage(String reason) {
        return new ParameterException(spec.commandLine(), reason);
    }
}
