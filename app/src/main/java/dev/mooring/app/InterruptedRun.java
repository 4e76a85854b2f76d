package dev.mooring.app;

import dev.mooring.agent.TranscriptFile;
import dev.mooring.agent.file.InvalidAgentFile;
import dev.mooring.app.record.RunFolder;
import dev.mooring.app.record.SavedTranscript;
import dev.mooring.app.record.SavedTranscript.State;
import dev.mooring.app.record.UnknownRun;
import dev.mooring.app.run.AgentSetup;
import dev.mooring.app.run.RunStorage;
import dev.mooring.app.run.StartedCommand;
import dev.mooring.app.terminal.FailureText;
import dev.mooring.app.terminal.Screen;
import dev.mooring.app.terminal.ShellWord;
import dev.mooring.app.trust.TrustPrompt;
import dev.mooring.app.trust.TrustedFiles;
import dev.mooring.session.config.InvalidServersFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/**
 * A saved run to continue, with the agent and the servers of its original command.
 *
 * @param setup the agent and the servers, read from their current files
 */
record InterruptedRun(RunFolder folder, SavedTranscript transcript, StartedCommand command, AgentSetup setup) {
    /**
     * Finds a run to resume.
     *
     * @param id null for the newest interrupted run
     * @param err for warnings
     */
    static InterruptedRun run(@Nullable String id, PrintWriter err)
            throws IOException, UnknownRun, InvalidAgentFile, InvalidServersFile {
        return find(id, false, err);
    }

    /**
     * Finds a conversation to continue.
     *
     * @param id null for the newest conversation
     * @param err for warnings
     */
    static InterruptedRun conversation(@Nullable String id, PrintWriter err)
            throws IOException, UnknownRun, InvalidAgentFile, InvalidServersFile {
        return find(id, true, err);
    }

    private static InterruptedRun find(@Nullable String id, boolean isChat, PrintWriter err)
            throws IOException, UnknownRun, InvalidAgentFile, InvalidServersFile {
        RunFolder folder = RunFolder.standard(System.getenv());
        SavedTranscript transcript = id == null ? newest(folder, isChat, err) : folder.findTranscript(id);
        StartedCommand command = StartedCommand.of(transcript.about());
        String name = transcript.id();
        if (command.isChat() != isChat) {
            throw new IllegalStateException(
                    command.isChat()
                            ? name + " is a conversation. Continue it with 'mooring chat --continue " + name + "'."
                            : name + " is not a conversation. Continue it with 'mooring resume " + name + "'.");
        }
        switch (transcript.state()) {
            case RUNNING ->
                throw new IllegalStateException(
                        name + " is still running in another process. Wait until it ends, or stop it.");
            case COMPLETE ->
                throw new IllegalStateException(
                        name + " is complete, so there is nothing to resume. 'mooring runs show' prints its answer.");
            case INTERRUPTED -> {
                // It can be continued.
            }
        }
        if (!command.folder().equals(StartedCommand.currentFolder())) {
            throw new IllegalStateException(name + " was started in " + command.folder()
                    + ", and its servers may depend on that folder. Change to it and try again.");
        }
        requireConsent(command, err);
        AgentSetup setup =
                AgentSetup.read(command.agent(), command.serversFile(), command.model(), ServersOption.environment());
        setup.warnings().forEach(warning -> err.println("mooring: " + warning));
        if (!setup.agentHash().equals(command.agentHash())) {
            err.println("mooring: " + command.agent()
                    + ", or a sub-agent of it, has changed since the run began. The run continues with the new files.");
        }
        return new InterruptedRun(folder, transcript, command, setup);
    }

    /** Returns the newest. Prefers runs of this folder, because those of other folders cannot be continued here. */
    private static SavedTranscript newest(RunFolder folder, boolean isChat, PrintWriter err) throws IOException {
        SavedTranscript elsewhere = null;
        for (SavedTranscript each : folder.transcripts()) {
            try {
                if (!isContinuable(each, isChat)) {
                    continue;
                }
                if (StartedCommand.of(each.about()).folder().equals(StartedCommand.currentFolder())) {
                    return each;
                }
                elsewhere = elsewhere == null ? each : elsewhere;
            } catch (IOException e) {
                err.println("mooring: Skipped " + each.id() + ": " + FailureText.of(e));
            }
        }
        if (elsewhere == null) {
            throw new IllegalStateException(
                    isChat
                            ? "No conversation is saved. 'mooring chat AGENT.md' begins one."
                            : "No run is interrupted. 'mooring runs' lists the saved runs.");
        }
        return elsewhere;
    }

    private static boolean isContinuable(SavedTranscript transcript, boolean isChat) throws IOException {
        return Files.size(transcript.file()) > 0
                && transcript.state() == State.INTERRUPTED
                && StartedCommand.of(transcript.about()).isChat() == isChat
                && (!isChat || transcript.hasMessages());
    }

    /** Requires a trusted servers file. A file that was named with {@code --servers} is trusted until it changes. */
    private static void requireConsent(StartedCommand command, PrintWriter err) throws IOException, InvalidServersFile {
        StartedCommand.Servers servers = command.servers();
        if (servers == null) {
            return;
        }
        if (!Files.isRegularFile(servers.file())) {
            throw new InvalidServersFile(
                    "The servers file of the run, " + servers.file() + ", does not exist any more.");
        }
        boolean hasChanged = servers.hasChanged();
        if (servers.isNamed() && !hasChanged) {
            return;
        }
        TrustedFiles trusted = TrustedFiles.standard(System.getenv());
        if (trusted.state(servers.file()) != TrustedFiles.State.TRUSTED && !Screen.canPrompt()) {
            throw new InvalidServersFile(servers.file()
                    + (hasChanged ? " has changed since the run began" : " is not trusted")
                    + ", so that none of its servers is started. Look at the file. Before you try again, trust it with:"
                    + " mooring trust " + ShellWord.of(servers.file()));
        }
        new TrustPrompt(trusted, err).require(servers.file());
    }

    /** Opens the transcript. The runner closes it. */
    RunStorage open() throws IOException {
        try {
            return RunStorage.resume(folder, command, transcript, setup.secrets());
        } catch (TranscriptFile.InUse e) {
            throw new IllegalStateException(
                    transcript.id() + " is still running in another process. Wait until it ends, or stop it.", e);
        }
    }
}
