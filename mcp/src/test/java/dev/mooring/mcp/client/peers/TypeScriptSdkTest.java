package dev.mooring.mcp.client.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.ServerLocation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The official TypeScript SDK, legacy generation. */
@Tag("counterpart")
class TypeScriptSdkTest {
    @Nested
    class OverStdio extends OpenPeer implements Peer.Local {
        OverStdio() {
            super(EraChoice.DETECT);
        }

        @Override
        ServerLocation location() {
            return PeerProcess.local("sdk-server.mjs", "stdio");
        }

        @Test
        void thePeerIsDetectedAsLegacy() throws Exception {
            assertThat(client().era()).isEqualTo(Era.LEGACY);
            assertThat(client().server().name()).isEqualTo("sdk-peer");
        }
    }

    abstract static class OverHttp extends OpenPeer
            implements Peer.AnswersCalls, Peer.KeepsStateInTheSession, Peer.HasSessions {
        private final PeerProcess server;

        OverHttp(String mode) {
            super(EraChoice.DETECT);
            server = new PeerProcess("sdk-server.mjs", mode);
        }

        @Override
        ServerLocation location() {
            return server.location();
        }

        @Override
        public int liveSessions() throws Exception {
            return Integer.parseInt(server.get("/sessions"));
        }

        @Test
        void thePeerIsDetectedAsLegacy() throws Exception {
            assertThat(client().era()).isEqualTo(Era.LEGACY);
        }

        @Test
        void aRequestOnTheListeningStreamIsAnswered() throws Exception {
            assertThat(Peer.text(client().callTool("ask-aside", Json.object()))).isEqualTo("Hello, Ada");
        }

        @AfterAll
        void stop() {
            server.close();
        }
    }

    @Nested
    class OverHttpWithEventStreams extends OverHttp implements Peer.ReportsProgress, Peer.AsksItsClient {
        OverHttpWithEventStreams() {
            super("events");
        }
    }

    /** A JSON response cannot contain progress notifications and requests. */
    @Nested
    class OverHttpWithJson extends OverHttp {
        OverHttpWithJson() {
            super("json");
        }
    }
}
