package dev.mooring.app.run;

import dev.mooring.agent.TranscriptFile;
import dev.mooring.app.record.RunFolder;
import dev.mooring.app.record.SavedTranscript;
import dev.mooring.run.AgentRun;
import dev.mooring.session.Secrets;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The place of a saved run: a new run has a new transcript, and a resumed run continues that of an earlier one. */
public final class RunStorage {
    private final RunFolder folder;
    private final StartedCommand command;
    private final @Nullable String resumedId;
    private final @Nullable TranscriptFile resumed;

    private RunStorage(
            RunFolder folder, StartedCommand command, @Nullable String resumedId, @Nullable TranscriptFile resumed) {
        this.folder = folder;
        this.command = command;
        this.resumedId = resumedId;
        this.resumed = resumed;
    }

    /** Returns where to save a new run. */
    public static RunStorage fresh(RunFolder folder, StartedCommand command) {
        return new RunStorage(folder, command, null, null);
    }

    /**
     * Opens the transcript of a run to continue it.
     *
     * @throws TranscriptFile.InUse if the run is still running
     */
    public static RunStorage resume(
            RunFolder folder, StartedCommand command, SavedTranscript transcript, Secrets secrets) throws IOException {
        return new RunStorage(folder, command, transcript.id(), TranscriptFile.open(transcript.file(), secrets));
    }

    /**
     * Returns the transcript to continue.
     *
     * @throws IllegalStateException if the run is a new one
     */
    public TranscriptFile transcript() {
        if (resumed == null) {
            throw new IllegalStateException("A new run has no transcript before it starts");
        }
        return resumed;
    }

    RunFolder folder() {
        return folder;
    }

    /** Returns the id of the run that this one continues; null if it is a new one. */
    @Nullable
    String resumedId() {
        return resumedId;
    }

    /** Returns the command that continues a run after this one. */
    String resumeCommand(String id) {
        return (command.isChat() ? "mooring chat --continue " : "mooring resume ") + id;
    }

    /** Returns the transcript to continue, or creates one for the run. */
    TranscriptFile transcript(AgentRun run, Secrets secrets) throws IOException {
        return resumed != null
                ? resumed
                : TranscriptFile.create(folder.newTranscript(run.id(), run.started()), command.json(), secrets);
    }
}
