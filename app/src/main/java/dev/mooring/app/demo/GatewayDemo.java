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

/** A stateful server, used by a client that forgets its session after every call: directly, and behind the gateway. */
final class GatewayDemo {
    private final DemoOutput stage;

    GatewayDemo(DemoOutput stage) {
        this.stage = stage;
    }

    void play() throws Exception {
        stage.scene("3. Any stateful server, for clients that have no session");
        stage.step("The notepad once more, and a client that begins anew for every call.");

        stage.step("Directly: add, then read:");
        ServerLocation direct = NotepadServer.location();
        stage.quote(StatelessClient.call(direct, "add", note("the Ada needs a pilot")));
        stage.quote(StatelessClient.call(direct, "read", Json.object()));

        var options =
                GatewayOptions.builder(Implementation.of("mooring", "demo")).build();
        try (Gateway gateway = Gateway.of(List.of(ToolServer.of("notepad", NotepadServer.location())), options);
                HttpServer http = HttpServer.start(HttpEndpoint.builder(gateway.server("notepad"), "/notepad/mcp")
                        .build())) {
            ServerLocation location = ServerLocation.Remote.at(http.uri("/notepad/mcp"));
            stage.step("Behind the gateway, which gives each tool an argument session_id: add, which hands one out:");
            String added = StatelessClient.call(location, "add", note("the Ada needs a pilot"));
            stage.quote(added);
            stage.step("read, with that session_id:");
            String session = StatelessClient.session(added);
            stage.quote(StatelessClient.call(location, "read", Json.object().put("session_id", session)));
            stage.step("read, without one, is somebody else with a notepad of their own:");
            stage.quote(StatelessClient.call(location, "read", Json.object()));
        }
    }

    private static ObjectNode note(String text) {
        return Json.object().put("text", text);
    }
}
