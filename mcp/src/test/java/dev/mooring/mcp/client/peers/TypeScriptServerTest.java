package dev.mooring.mcp.client.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.ServerLocation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The official TypeScript server package, which supports both eras. */
@Tag("counterpart")
class TypeScriptServerTest {
    abstract static class OverStdio extends OpenPeer implements Peer.Local {
        OverStdio(EraChoice era) {
            super(era);
        }

        @Override
        ServerLocation location() {
            return PeerProcess.local("dual-server.mjs", "stdio");
        }
    }

    @Nested
    class OverStdioAsDetected extends OverStdio {
        OverStdioAsDetected() {
            super(EraChoice.DETECT);
        }

        @Test
        void thePeerIsDetectedAsModern() throws Exception {
            assertThat(client().version()).isEqualTo(ProtocolVersion.V2026_07_28);
            assertThat(client().server().name()).isEqualTo("dual-peer");
        }
    }

    @Nested
    class OverStdioInLegacy extends OverStdio {
        OverStdioInLegacy() {
            super(EraChoice.LEGACY_IF_OFFERED);
        }

        @Test
        void thePeerUsesLegacyIfTheClientChoosesIt() throws Exception {
            assertThat(client().version()).isEqualTo(ProtocolVersion.V2025_11_25);
            assertThat(client().server().name()).isEqualTo("dual-peer");
        }
    }

    /** Stateless: each request gets a new server object. */
    abstract static class OverHttp extends OpenPeer implements Peer.AnswersCalls, Peer.ReportsProgress {
        private final PeerProcess server = new PeerProcess("dual-server.mjs", "http");

        OverHttp(EraChoice era) {
            super(era);
        }

        @Override
        ServerLocation location() {
            return server.location();
        }

        @AfterAll
        void stop() {
            server.close();
        }
    }

    @Nested
    class OverHttpAsDetected extends OverHttp implements Peer.AsksItsClient {
        OverHttpAsDetected() {
            super(EraChoice.DETECT);
        }

        @Test
        void thePeerIsDetectedAsModern() throws Exception {
            assertThat(client().era()).isEqualTo(Era.MODERN);
        }
    }

    @Nested
    class OverHttpInLegacy extends OverHttp {
        OverHttpInLegacy() {
            super(EraChoice.LEGACY_IF_OFFERED);
        }

        @Test
        void thePeerUsesLegacyIfTheClientChoosesIt() throws Exception {
            assertThat(client().era()).isEqualTo(Era.LEGACY);
        }
    }
}
