package dev.mooring.app;

import dev.mooring.app.demo.NotepadServer;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;

/** {@code mooring notepad}: something to try agents with. */
@Command(
        name = "notepad",
        header = "Be an MCP server with a notepad, to try agents with.",
        description = "%nSpeaks over standard input and output. The notes last as long as the process: whoever opens a"
                + " new session for each call never sees them again.",
        footer = {
            "  mooring notepad",
            "",
            "In a servers file: {\"command\": \"mooring\", \"args\": [\"notepad\"]}",
        })
final class NotepadCommand implements Callable<Integer> {
    @Override
    public Integer call() throws Exception {
        NotepadServer.serveThisProcess(Version.number());
        return ExitCode.OK;
    }
}
