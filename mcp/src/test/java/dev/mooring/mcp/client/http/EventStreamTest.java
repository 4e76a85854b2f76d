package dev.mooring.mcp.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Message;
import dev.mooring.mcp.client.transport.Transport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class EventStreamTest {
    private static final Transport.Inbound NO_MESSAGES = new Transport.Inbound() {
        @Override
        public void onNotification(Message.Notification notification) {
            throw new AssertionError(notification);
        }

        @Override
        public void onRequest(Message.Request request, Transport.ResponseSender sender) {
            throw new AssertionError(request);
        }
    };

    private static Duration retryAfter(String stream) throws IOException {
        var events = new EventStream(
                NO_MESSAGES,
                response -> {
                    throw new AssertionError(response);
                },
                1_000,
                UnaryOperator.identity());
        assertThat(events.read(new ByteArrayInputStream(stream.getBytes(UTF_8)), null))
                .isNull();
        return events.retry();
    }

    @Test
    void clientPausesBeforeItRequestsAStreamAgain() throws IOException {
        assertThat(retryAfter("retry: 500\ndata:\n\n")).isEqualTo(Duration.ofMillis(500));
        assertThat(retryAfter("retry: 0\ndata:\n\n")).isGreaterThanOrEqualTo(Duration.ofMillis(20));
    }
}
