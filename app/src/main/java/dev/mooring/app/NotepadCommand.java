package dev.mooring.app;

import dev.mooring.app.demo.NotepadServer;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;

/** {@code mooring notepad}: a small stateful server for trying agents. */
@Command(
        name = "notepad",
        header = "Run a small stateful MCP server, for trying agents.",
        description =
                "%nThe server is a notepad over standard input and output. The notes last as long as the process, so a client"
                        + " that opens a new session for each call finds an empty notepad.",
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
