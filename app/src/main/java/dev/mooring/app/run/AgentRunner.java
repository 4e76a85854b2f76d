package dev.mooring.app.run;

import dev.mooring.agent.Agent;
import dev.mooring.agent.AgentAnswer;
import dev.mooring.agent.AgentFailed;
import dev.mooring.agent.AgentOutcome;
import dev.mooring.agent.Approver;
import dev.mooring.agent.InvokeOptions;
import dev.mooring.agent.file.InvalidAgentFile;
import dev.mooring.app.record.Recorder;
import dev.mooring.app.record.RunFolder;
import dev.mooring.app.record.Trace;
import dev.mooring.app.terminal.Prompter;
import dev.mooring.app.terminal.Screen;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.run.AgentRun;
import dev.mooring.run.RunCancelled;
import dev.mooring.run.RunOptions;
import dev.mooring.session.SessionEvent;
import dev.mooring.session.SessionListener;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run with everything around it: its sessions, its record, what is shown of it, and an orderly end when the program
 * is told to end meanwhile.
 */
public final class AgentRunner {
    private static final Logger LOG = LoggerFactory.getLogger(AgentRunner.class);

    /** How long an end by a signal may take before the process just goes. */
    private static final Duration LONGEST_END = Duration.ofSeconds(12);

    private final AgentSetup crew;
    private final RunDisplay talk;
    private final Screen screen;
    private final @Nullable Prompter asking;
    private final @Nullable RunFolder folder;
    private final Map<String, String> environment;
    private final String version;

    /** The record is among them from the moment that there is a run. */
    private final List<SessionListener> hearers = new CopyOnWriteArrayList<>();

    private final AtomicReference<@Nullable AgentRun> running = new AtomicReference<>();
    private final CountDownLatch over = new CountDownLatch(1);

    /** Servers that are closed because the program ends are no losses to speak of. */
    private volatile boolean ending;

    /**
     * Begins nothing yet.
     *
     * @param asking null where nobody can be asked
     * @param folder where the run is saved; null for nowhere
     */
    public AgentRunner(
            AgentSetup crew,
            RunDisplay talk,
            Screen screen,
            @Nullable Prompter asking,
            @Nullable RunFolder folder,
            Map<String, String> environment,
            String version) {
        this.crew = crew;
        this.talk = talk;
        this.screen = screen;
        this.asking = asking;
        this.folder = folder;
        this.environment = environment;
        this.version = version;
        this.hearers.add(event -> {
            if (!(ending && event instanceof SessionEvent.Lost)) {
                talk.onEvent(event);
            }
        });
    }

    /** Has somebody else hear of sessions too. */
    public void alsoTell(SessionListener listener) {
        hearers.add(listener);
    }

    /** What is to be done in the run. */
    public interface Work {
        /** Null where there is no single answer to tell of. */
        @Nullable
        AgentAnswer perform(Agent agent, InvokeOptions options, Sessions sessions)
                throws AgentFailed, InterruptedException;
    }

    /**
     * How it went.
     *
     * @param outcome as records have it
     * @param reason why there is no answer; empty where there is
     * @param saved the shortest form of the run's id by which its record is found; null where it is not saved
     */
    public record Report(
            String run,
            String outcome,
            String reason,
            @Nullable AgentAnswer answer,
            Duration took,
            Recorder.Counts counts,
            @Nullable String saved) {}

    /**
     * Performs the work in a new run, and tells how it went when nothing of the run is left.
     *
     * @param asked what the agent is asked first; may be empty
     * @param told tells the person; a program that is told to end waits for this too
     */
    public Report perform(String asked, Work work, Consumer<Report> told) throws InvalidAgentFile {
        Thread stop = new Thread(this::stop, "stop");
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            Report report = report(asked, work);
            told.accept(report);
            return report;
        } finally {
            over.countDown();
            try {
                Runtime.getRuntime().removeShutdownHook(stop);
            } catch (IllegalStateException e) {
                // The program is ending, and the hook has waited for this.
            }
        }
    }

    /** Called when the program is told to end. */
    private void stop() {
        ending = true;
        AgentRun run = running.get();
        if (run != null && run.cancel("the program was told to end")) {
            try {
                if (!over.await(LONGEST_END.toMillis(), TimeUnit.MILLISECONDS)) {
                    LOG.warn("{} did not end in time", run.id());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Report report(String asked, Work work) throws InvalidAgentFile {
        long began = System.nanoTime();
        AtomicReference<@Nullable Recorder> recording = new AtomicReference<>();
        String outcome = "failed";
        String reason = "";
        AgentAnswer answer = null;
        try (Sessions sessions = crew.sessions(event -> hearers.forEach(each -> each.onEvent(event)), this::options)) {
            Agent agent = crew.agent(sessions);
            answer = AgentRun.<@Nullable AgentAnswer, Exception>call(RunOptions.named(agent.name()), () -> {
                Recorder recorder = begin(asked);
                recording.set(recorder);
                return work.perform(agent, invocation(recorder), sessions);
            });
            outcome = answer == null ? "ended" : Recorder.outcome(answer.outcome());
            reason = answer == null ? "" : reasonOf(answer.outcome());
        } catch (InvalidAgentFile e) {
            throw e;
        } catch (RunCancelled | InterruptedException e) {
            outcome = "stopped";
            reason = "the program was told to end";
        } catch (AgentFailed e) {
            reason = String.valueOf(e.getMessage());
        } catch (RuntimeException e) {
            Recorder recorder = recording.get();
            if (recorder != null) {
                recorder.end("failed", String.valueOf(e));
            }
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e); // the work throws nothing else
        }
        AgentRun run = running.get();
        Recorder recorder = recording.get();
        if (run == null || recorder == null) {
            throw new IllegalStateException("the run did not begin");
        }
        String id = run.id().value();
        String told = crew.secrets().redact(reason);
        recorder.end(outcome, told);
        return new Report(
                id,
                outcome,
                told,
                answer,
                Duration.ofNanos(System.nanoTime() - began),
                recorder.counts(),
                folder == null ? null : id.substring("run_".length(), "run_".length() + 6));
    }

    private static String reasonOf(AgentOutcome outcome) {
        return switch (outcome) {
            case AgentOutcome.Answered _ -> "";
            case AgentOutcome.LimitReached limit -> limit.reason();
            case AgentOutcome.Stopped stopped -> stopped.reason();
            case AgentOutcome.Failed failed -> failed.reason();
        };
    }

    private Recorder begin(String asked) {
        AgentRun run = AgentRun.require();
        Trace trace = Trace.from(environment);
        Recorder recorder = Recorder.unsaved(trace);
        if (folder != null) {
            try {
                recorder = Recorder.saving(
                        folder.begin(run.id(), run.started(), crew.secrets()),
                        run,
                        new Recorder.Subject(crew.name(), asked, version),
                        trace);
            } catch (IOException e) {
                LOG.warn("the run cannot be saved in {}: {}", folder.path(), e.toString());
            }
        }
        hearers.addFirst(recorder);
        running.set(run);
        return recorder;
    }

    private InvokeOptions invocation(Recorder recorder) {
        return InvokeOptions.defaults()
                .listener(recorder.andThen(talk))
                .approver(asking == null ? Approver.REFUSE_ALL : new TerminalApprover(asking, screen))
                .meta(recorder::meta);
    }

    /** A server may ask the person only where there is one; it is told so when the session opens. */
    private ClientOptions options(ToolServer server) {
        ClientOptions.Builder options = ClientOptions.builder().client(Implementation.of("mooring", version));
        if (asking != null) {
            options.elicitation(new TerminalElicitation(server.name(), asking, screen));
        }
        return options.build();
    }
}
