package dev.mooring.gateway;

import static dev.mooring.gateway.CallResults.call;

import dev.mooring.mcp.client.McpClient;
import dev.mooring.session.ToolServer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

/** Serves a counting server at {@code /counter/mcp} of a gateway. A test can restart the gateway with other settings. */
@Timeout(60)
abstract class AbstractGatewayTest {
    StatefulServer upstream;
    ServedGateway served;

    StatefulServer startUpstream() throws Exception {
        return StatefulServer.start();
    }

    @BeforeEach
    void start() throws Exception {
        upstream = startUpstream();
        served = ServedGateway.of(upstream.as("counter"));
    }

    @AfterEach
    void stop() throws Exception {
        served.close();
        upstream.close();
    }

    void restart(UnaryOperator<GatewayOptions.Builder> options, ToolServer... servers) throws Exception {
        served.close();
        served = ServedGateway.of(options, servers);
    }

    void restart(UnaryOperator<GatewayOptions.Builder> options) throws Exception {
        restart(options, upstream.as("counter"));
    }

    void restart(ToolServer... servers) throws Exception {
        restart(options -> options, servers);
    }

    /** Calls a tool with a client that opens a new transport session for each call, as Claude.ai and ChatGPT do. */
    ObjectNode callOnce(String tool, ObjectNode arguments) throws Exception {
        try (McpClient client = served.legacy("/counter/mcp")) {
            return call(client, tool, arguments);
        }
    }
}
