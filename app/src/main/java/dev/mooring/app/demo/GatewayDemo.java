package dev.mooring.app.demo;

import dev.mooring.gateway.Gateway;
import dev.mooring.gateway.GatewayOptions;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.session.ToolServer;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** A client without a session uses a stateful server, first directly and then through the gateway. */
final class GatewayDemo {
    private final DemoOutput output;

    GatewayDemo(DemoOutput output) {
        this.output = output;
    }

    void run() throws Exception {
        output.heading("3. Any stateful server for clients without sessions");
        output.step("The same notepad, with a client that opens a new session for each call.");

        output.step("Without the gateway: add, then read:");
        ServerLocation direct = NotepadServer.location();
        output.quote(StatelessClient.call(direct, "add", note("the Ada needs a pilot")));
        output.quote(StatelessClient.call(direct, "read", Json.object()));

        var options =
                GatewayOptions.builder(Implementation.of("mooring", "demo")).build();
        try (Gateway gateway = Gateway.of(List.of(ToolServer.of("notepad", NotepadServer.location())), options);
                HttpServer http = HttpServer.start(HttpEndpoint.builder(gateway.server("notepad"), "/notepad/mcp")
                        .build())) {
            ServerLocation location = ServerLocation.Remote.at(http.uri("/notepad/mcp"));
            output.step("Through the gateway, which adds an argument session_id to each tool: add, which returns one:");
            String added = StatelessClient.call(location, "add", note("the Ada needs a pilot"));
            output.quote(added);
            output.step("read, with that session_id:");
            String session = StatelessClient.sessionId(added);
            output.quote(StatelessClient.call(location, "read", Json.object().put("session_id", session)));
            output.step("read, without a session_id, which starts another session with its own notepad:");
            output.quote(StatelessClient.call(location, "read", Json.object()));
        }
    }

    private static ObjectNode note(String text) {
        return Json.object().put("text", text);
    }
}
