package dev.mooring.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.bench.agents.AgentsSuite;
import dev.mooring.bench.auth.AuthSuite;
import dev.mooring.bench.gateway.GatewaySuite;
import dev.mooring.bench.hostile.HostileSuite;
import dev.mooring.bench.httpclients.HttpClients;
import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Report;
import dev.mooring.bench.measure.Suite;
import dev.mooring.bench.protocol.ProtocolSuite;
import dev.mooring.bench.replicas.ReplicasSuite;
import dev.mooring.bench.restart.RestartSuite;
import dev.mooring.bench.review.ReviewSuite;
import dev.mooring.bench.sessions.SessionsSuite;
import dev.mooring.bench.vault.VaultSuite;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs one suite. The table goes to standard output, progress to standard error. */
@Command(
        name = "bench/run",
        sortOptions = false,
        description =
                "Measures Mooring beside its peers and prints one table. Every figure comes from this run: the best of"
                        + " several rounds, in which the contenders take turns. Exit code 0 if every target is met, else 1."
                        + " A part that fails, or lacks a program that it needs, omits only its own rows.",
        footerHeading = "%nSuites:%n")
public final class Main implements Callable<Integer> {
    /** All suites. */
    private static final List<Suite> SUITES = List.of(
            ProtocolSuite.suite(),
            SessionsSuite.suite(),
            AgentsSuite.suite(),
            VaultSuite.suite(),
            ReviewSuite.suite(),
            GatewaySuite.suite(),
            RestartSuite.suite(),
            ReplicasSuite.suite(),
            HostileSuite.suite(),
            AuthSuite.suite(),
            new HttpClients());

    private static final String FORKS =
            "%nContenders run in JVMs of their own. BENCH_JAVA_OPTS adds options to all of them,"
                    + " such as -XX:StartFlightRecording=filename=/tmp/%%p.jfr,settings=profile";

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "SUITE", description = "The suite to run; see below.")
    private String suite = "";

    @Option(
            names = "--only",
            paramLabel = "PART",
            split = ",",
            description = "Measure only these parts of the suite, separated by commas.")
    private List<String> only = List.of();

    @Option(
            names = "--quick",
            description =
                    "Run a fraction of the rounds and calls, to check that a suite works. The figures mean little.")
    private boolean quick;

    @Option(
            names = "--kills",
            paramLabel = "N",
            description =
                    "The number of faults that the part \"kills\" of the suite \"replicas\" injects (default: 20).")
    private @Nullable Integer kills;

    @Option(
            names = "--seed",
            paramLabel = "SEED",
            description = "Repeat the faults of an earlier run, which has printed its seed. Their timing differs.")
    private long seed = System.nanoTime();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("UnusedVariable") // the option itself does the work
    private boolean help;

    public static void main(String... args) {
        CommandLine commandLine = new CommandLine(new Main());
        commandLine
                .getCommandSpec()
                .usageMessage()
                .footer(Stream.concat(SUITES.stream().flatMap(Main::described), Stream.of(FORKS))
                        .toArray(String[]::new));
        System.exit(commandLine.execute(args));
    }

    private static Stream<String> described(Suite each) {
        return Stream.of("  @|bold " + each.name() + "|@  " + each.about(), "      " + String.join(", ", each.parts()));
    }

    @Override
    public Integer call() throws Exception {
        Suite chosen = SUITES.stream()
                .filter(each -> each.name().equals(suite))
                .findFirst()
                .orElseThrow(() -> usageError("There is no suite \"" + suite + "\"."));
        Set<String> parts = new LinkedHashSet<>(only.isEmpty() ? chosen.parts() : only);
        for (String part : parts) {
            if (!chosen.parts().contains(part)) {
                throw usageError("The suite " + suite + " has no part \"" + part + "\".");
            }
        }
        if (kills != null && kills < 1) {
            throw usageError("--kills must be greater than zero.");
        }
        PrintStream out = new PrintStream(System.out, true, UTF_8);
        PrintStream err = new PrintStream(System.err, true, UTF_8);
        Path root = Path.of(System.getProperty("mooring.root", ".")).toAbsolutePath();
        try (Bench bench = new Bench(quick, kills, seed, err, root)) {
            Report report = chosen.run(parts, bench);
            out.print(report.table());
            return report.allTargetsMet() ? 0 : 1;
        }
    }

    private ParameterException usageError(String message) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
    }
}
