package dev.mooring.bench.sessions;

import dev.mooring.bench.contender.Echo;
import dev.mooring.bench.measure.Bench;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.session.CallOutcome;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.Sessions;
import dev.mooring.session.Sharing;
import dev.mooring.session.ToolServer;
import tools.jackson.databind.node.ObjectNode;

/** The reference server as a tool server with a given sharing. */
final class Everything {
    static final String NAME = "everything";

    private Everything() {}

    static ToolServer held(Bench bench, Sharing sharing) {
        return ToolServer.of(
                        NAME, ServerLocation.Local.of(bench.serverEverything().toArray(String[]::new)))
                .with(ServerSettings.builder().sharing(sharing).build());
    }

    static ObjectNode arguments() {
        return Json.object().put("message", Echo.MESSAGE);
    }

    static void call(Sessions sessions) throws InterruptedException {
        CallOutcome outcome = sessions.call(NAME, Echo.TOOL, arguments());
        if (!(outcome instanceof CallOutcome.Answered)) {
            throw new IllegalStateException("Unexpected reply: " + outcome);
        }
    }
}
