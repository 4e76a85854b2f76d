package dev.mooring.mcp.client.peers;

import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** A peer with one connection that its tests share, opened on first use. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OpenPeer implements Peer {
    private final EraChoice era;
    private @Nullable McpClient shared;

    OpenPeer(EraChoice era) {
        this.era = era;
    }

    abstract ServerLocation location() throws Exception;

    @Override
    public McpClient client() throws Exception {
        if (shared == null) {
            shared = another();
        }
        return shared;
    }

    @Override
    public McpClient another() throws Exception {
        ClientOptions options = Peer.options().era(era).build();
        return McpClient.open(location(), options);
    }

    @AfterAll
    void closeShared() {
        if (shared != null) {
            shared.close();
        }
    }
}
