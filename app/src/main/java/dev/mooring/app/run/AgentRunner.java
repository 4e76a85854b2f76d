package dev.mooring.app.run;

import dev.mooring.agent.Agent;
import dev.mooring.agent.AgentAnswer;
import dev.mooring.agent.AgentFailed;
import dev.mooring.agent.AgentOutcome;
import dev.mooring.agent.InvokeOptions;
import dev.mooring.agent.TranscriptFile;
import dev.mooring.agent.file.InvalidAgentFile;
import dev.mooring.app.login.SignIns;
import dev.mooring.app.login.TerminalSignIn;
import dev.mooring.app.record.RecordTotals;
import dev.mooring.app.record.Recorder;
import dev.mooring.app.record.Trace;
import dev.mooring.app.terminal.Prompter;
import dev.mooring.app.terminal.Screen;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.ShutdownTask;
import dev.mooring.run.AgentRun;
import dev.mooring.run.RunCancelled;
import dev.mooring.run.RunOptions;
import dev.mooring.session.Approver;
import dev.mooring.session.SessionEvent;
import dev.mooring.session.SessionListener;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an agent once, with its sessions, its record and its display. If the program is terminated meanwhile, cancels the
 * run and waits for its end. Each instance is for one run.
 */
public final class AgentRunner {
    private static final Logger LOG = LoggerFactory.getLogger(AgentRunner.class);

    /** The outcomes after which a run can be resumed. */
    private static final Set<String> RESUMABLE = Set.of("limit", "stopped", "failed");

    /** How long a terminating program waits for the run to end. */
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(12);

    private final AgentSetup setup;
    private final RunDisplay display;
    private final Screen screen;
    private final @Nullable Prompter prompter;
    private final @Nullable RunStorage storage;
    private final Map<String, String> environment;
    private final String version;
    private final SignIns signIns;

    /** Contains the recorder as soon as the run has started. */
    private final List<SessionListener> listeners = new CopyOnWriteArrayList<>();

    private final AtomicReference<@Nullable AgentRun> running = new AtomicReference<>();
    private final AtomicReference<@Nullable TranscriptFile> transcript = new AtomicReference<>();
    private final CountDownLatch finished = new CountDownLatch(1);

    /** Whether the program is terminating. Sessions lost from then on are not shown: their servers got the signal too. */
    private volatile boolean terminating;

    /**
     * Creates a runner; {@link #run} starts the run.
     *
     * @param prompter null if there is no person to prompt
     * @param storage where to save the run; null if it is not saved. The runner closes its transcript
     */
    public AgentRunner(
            AgentSetup setup,
            RunDisplay display,
            Screen screen,
            @Nullable Prompter prompter,
            @Nullable RunStorage storage,
            Map<String, String> environment,
            String version) {
        this.setup = setup;
        this.display = display;
        this.screen = screen;
        this.prompter = prompter;
        this.storage = storage;
        this.environment = environment;
        this.version = version;
        this.signIns = new SignIns(
                environment,
                server -> prompter == null ? null : new TerminalSignIn(server.name(), prompter, environment),
                (server, message) -> display.signInEnded(server.name(), message));
        this.listeners.add(event -> {
            if (!(terminating && event instanceof SessionEvent.Lost)) {
                display.onEvent(event);
            }
        });
    }

    /** Adds a listener for the events of sessions. */
    public void addListener(SessionListener listener) {
        listeners.add(listener);
    }

    /** The work to do in the run. */
    @FunctionalInterface
    public interface Work {
        /** Does the work. Returns null if there is no single answer, as after a conversation. */
        @Nullable
        AgentAnswer execute(Agent agent, InvokeOptions options, Sessions sessions)
                throws AgentFailed, InterruptedException;
    }

    /**
     * The result of the run.
     *
     * @param outcome the outcome as records name it
     * @param reason why there is no answer; empty if there is one
     * @param savedId a short form of the run's id that finds its record; null if the run is not saved
     * @param resumeCommand the command that continues the run; null if it is complete or not saved
     */
    public record Report(
            String run,
            String outcome,
            String reason,
            @Nullable AgentAnswer answer,
            Duration took,
            RecordTotals totals,
            @Nullable String savedId,
            @Nullable String resumeCommand) {}

    /**
     * Does the work in a new run, closes all sessions of the run, and reports the result.
     *
     * @param input the first input of the agent, for the record; may be empty
     * @param reporter shows the report; a terminating program waits for it
     */
    public Report run(String input, Work work, Consumer<Report> reporter) throws InvalidAgentFile {
        try (ShutdownTask _ = ShutdownTask.register("stop", this::stop)) {
            return runToEnd(input, work, reporter);
        }
    }

    private Report runToEnd(String input, Work work, Consumer<Report> reporter) throws InvalidAgentFile {
        try {
            Report report = execute(input, work);
            reporter.accept(report);
            return report;
        } finally {
            TranscriptFile file = transcript.get();
            if (file != null) {
                file.close();
            }
            finished.countDown();
        }
    }

    /** Cancels the run and waits for its end. Called when the program terminates. */
    private void stop() {
        terminating = true;
        AgentRun run = running.get();
        if (run != null && run.cancel("the program was terminated")) {
            try {
                if (!finished.await(SHUTDOWN_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                    LOG.warn("Run {} did not end within {} s of the signal", run.id(), SHUTDOWN_TIMEOUT.toSeconds());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Report execute(String input, Work work) throws InvalidAgentFile {
        long began = System.nanoTime();
        AtomicReference<@Nullable Recorder> recording = new AtomicReference<>();
        String outcome = "failed";
        String reason = "";
        AgentAnswer answer = null;
        try (Sessions sessions =
                setup.sessions(event -> listeners.forEach(listener -> listener.onEvent(event)), this::options)) {
            Agent agent = setup.agent(sessions);
            answer = AgentRun.<@Nullable AgentAnswer, Exception>call(RunOptions.named(agent.name()), () -> {
                Recorder recorder = begin(input);
                recording.set(recorder);
                return work.execute(agent, invocation(recorder), sessions);
            });
            outcome = answer == null ? "ended" : Recorder.outcomeName(answer.outcome());
            reason = answer == null ? "" : reasonOf(answer.outcome());
        } catch (InvalidAgentFile e) {
            throw e;
        } catch (RunCancelled | InterruptedException e) {
            outcome = "stopped";
            reason = "the program was terminated";
        } catch (AgentFailed e) {
            outcome = Recorder.outcomeName(e);
            reason = String.valueOf(e.getMessage());
        } catch (RuntimeException e) {
            Recorder recorder = recording.get();
            if (recorder != null) {
                recorder.end("failed", String.valueOf(e));
            }
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e); // the work throws no other exception
        }
        AgentRun run = running.get();
        Recorder recorder = recording.get();
        if (run == null || recorder == null) {
            throw new IllegalStateException("The run did not start");
        }
        String id = run.id().value();
        String redacted = setup.secrets().redact(reason);
        recorder.end(outcome, redacted);
        String shortId = id.substring("run_".length(), "run_".length() + 6);
        return new Report(
                id,
                outcome,
                redacted,
                answer,
                Duration.ofNanos(System.nanoTime() - began),
                recorder.totals(),
                storage == null ? null : shortId,
                storage == null || !RESUMABLE.contains(outcome) ? null : storage.resumeCommand(shortId));
    }

    private static String reasonOf(AgentOutcome outcome) {
        return switch (outcome) {
            case AgentOutcome.Answered _ -> "";
            case AgentOutcome.LimitReached limit -> limit.reason();
            case AgentOutcome.Stopped stopped -> stopped.reason();
            case AgentOutcome.Failed failed -> failed.reason();
        };
    }

    private Recorder begin(String input) {
        AgentRun run = AgentRun.require();
        Trace trace = Trace.from(environment);
        Recorder recorder = Recorder.unsaved(trace);
        if (storage != null) {
            try {
                recorder = Recorder.saving(
                        storage.folder(),
                        run,
                        new Recorder.Subject(setup.name(), input, version, storage.resumedId()),
                        trace,
                        setup.secrets());
            } catch (IOException e) {
                LOG.warn("Cannot save the run in {}: {}", storage.folder().path(), e.toString());
            }
            try {
                transcript.set(storage.transcript(run, setup.secrets()));
            } catch (IOException e) {
                LOG.warn(
                        "Cannot write a transcript in {}, so this run cannot be resumed: {}",
                        storage.folder().path(),
                        e.toString());
            }
        }
        listeners.addFirst(recorder);
        running.set(run);
        return recorder;
    }

    private InvokeOptions invocation(Recorder recorder) {
        InvokeOptions options = InvokeOptions.defaults()
                .listener(recorder.andThen(display))
                .approver(prompter == null ? Approver.REFUSE_ALL : new TerminalApprover(prompter, screen))
                .meta(recorder::meta);
        TranscriptFile file = transcript.get();
        return file == null ? options : options.transcript(file);
    }

    /** Offers elicitation to a server only if there is a person to prompt. */
    private ClientOptions options(ToolServer server) {
        ClientOptions.Builder options = ClientOptions.builder()
                .client(Implementation.of("mooring", version))
                .credentials(signIns.credentials(server));
        if (prompter != null) {
            options.elicitation(new TerminalElicitation(server.name(), prompter, screen));
        }
        return options.build();
    }
}
