package dev.mooring.mcp.server.http.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchedEndPointTest {
    private IdleSelector selector;
    private IdleSelector.Pair connection;

    @BeforeEach
    void connect() throws IOException {
        selector = new IdleSelector();
        connection = selector.connect();
        connection.server().watch(() -> {});
    }

    @AfterEach
    void close() throws IOException {
        connection.close();
        selector.close();
    }

    @Test
    void disconnectionIsNoticedBeforeTheCallbackOfTheProbeRuns() throws Exception {
        assertThat(connection.server().hasEnded()).isFalse();

        connection.client().close();

        await().until(connection.server()::hasEnded);
    }

    @Test
    void bytesThatArriveBeforeTheCallbackOfTheProbeAreKeptInOrder() throws Exception {
        connection.client().write(ByteBuffer.wrap("first ".getBytes(UTF_8)));
        await().until(() -> {
            assertThat(connection.server().hasEnded()).isFalse();
            return received().equals("first ");
        });
        connection.client().write(ByteBuffer.wrap("second".getBytes(UTF_8)));
        await().until(() -> received().equals("second"));
    }

    private String received() throws IOException {
        ByteBuffer buffer = BufferUtil.allocate(100);
        connection.server().fill(buffer);
        return BufferUtil.toString(buffer, UTF_8);
    }
}
