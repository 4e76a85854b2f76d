package dev.mooring.mcp.client.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.ServerLocation;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The official Java SDK. */
class JavaSdkTest {
    @Nested
    @Tag("process")
    class OverStdio extends OpenPeer implements Peer.Local {
        OverStdio() {
            super(EraChoice.DETECT);
        }

        @Override
        ServerLocation location() {
            return ServerLocation.Local.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-cp",
                    System.getProperty("java.class.path"),
                    JavaSdkServer.class.getName());
        }

        @Test
        void thePeerIsDetectedAsLegacy() throws Exception {
            assertThat(client().era()).isEqualTo(Era.LEGACY);
            assertThat(client().server().name()).isEqualTo("java-sdk-peer");
        }
    }

    @Nested
    class OverHttp extends OpenPeer
            implements Peer.AnswersCalls,
                    Peer.ReportsProgress,
                    Peer.AsksItsClient,
                    Peer.KeepsStateInTheSession,
                    Peer.HasSessions {
        private final JavaSdkServer tools = new JavaSdkServer();
        private final Server jetty = new Server();
        private final McpSyncServer mcp;
        private final URI address;

        OverHttp() throws Exception {
            super(EraChoice.DETECT);
            var transport = HttpServletStreamableServerTransportProvider.builder()
                    .jsonMapper(McpJsonDefaults.getMapper())
                    .mcpEndpoint("/mcp")
                    .build();
            mcp = McpServer.sync(transport)
                    .serverInfo("java-sdk-peer", "1")
                    .tools(tools.tools())
                    .build();
            ServletContextHandler context = new ServletContextHandler();
            ServletHolder servlet = new ServletHolder(transport);
            servlet.setAsyncSupported(true);
            context.addServlet(servlet, "/mcp");
            ServerConnector connector = new ServerConnector(jetty);
            connector.setHost("127.0.0.1");
            jetty.addConnector(connector);
            jetty.setHandler(context);
            jetty.start();
            address = URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/mcp");
        }

        @Override
        ServerLocation location() {
            return ServerLocation.Remote.at(address);
        }

        @Override
        public int liveSessions() throws Exception {
            int live = 0;
            try (HttpClient http = HttpClient.newHttpClient()) {
                for (String session : tools.sessions()) {
                    HttpRequest ping = HttpRequest.newBuilder(address)
                            .header("Mcp-Session-Id", session)
                            .header("Content-Type", "application/json")
                            .header("Accept", "application/json, text/event-stream")
                            .POST(HttpRequest.BodyPublishers.ofString(
                                    "{\"jsonrpc\":\"2.0\",\"id\":\"alive\",\"method\":\"ping\"}"))
                            .build();
                    int status = http.send(ping, HttpResponse.BodyHandlers.discarding())
                            .statusCode();
                    live += status == 404 ? 0 : 1;
                }
            }
            return live;
        }

        @AfterAll
        void stop() throws Exception {
            mcp.close();
            jetty.stop();
        }
    }
}
