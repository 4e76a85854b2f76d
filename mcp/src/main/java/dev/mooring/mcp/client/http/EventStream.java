package dev.mooring.mcp.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.MalformedMessage;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.RequestId;
import dev.mooring.mcp.client.transport.Call;
import dev.mooring.mcp.client.transport.Transport;
import dev.mooring.mcp.wire.SseReader;
import dev.mooring.mcp.wire.TopLevelId;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The messages of one event stream. Remembers the last event id, so that a legacy stream that broke can be resumed. Not
 * thread-safe.
 */
final class EventStream {
    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);
    private static final Duration DEFAULT_RETRY = Duration.ofSeconds(1);

    /** Keeps the client from requesting a stream without pause if the server ends it at once. */
    private static final long MIN_RETRY_MILLIS = 20;

    private final Transport.Inbound inbound;
    private final Transport.ResponseSender responses;
    private final int maxEventBytes;
    private final UnaryOperator<String> redaction;
    private @Nullable String lastId;
    private Duration retry = DEFAULT_RETRY;

    EventStream(
            Transport.Inbound inbound,
            Transport.ResponseSender responses,
            int maxEventBytes,
            UnaryOperator<String> redaction) {
        this.inbound = inbound;
        this.responses = responses;
        this.maxEventBytes = maxEventBytes;
        this.redaction = redaction;
    }

    /** Returns the id of the last event, or null if the stream cannot be resumed. */
    @Nullable
    String lastId() {
        return lastId;
    }

    /** Returns how long the server asks clients to wait before they resume the stream. */
    Duration retry() {
        return retry;
    }

    /** Reads up to the reply to the call, or up to the end without a call. Returns null at the end of the stream. */
    @Nullable
    Reply read(InputStream in, @Nullable Call call) throws IOException {
        SseReader events = new SseReader(new YieldingInputStream(in), maxEventBytes);
        SseReader.Event event;
        while ((event = events.next()) != null) {
            if (event.id() != null) {
                lastId = event.id().isEmpty() ? null : event.id();
            }
            if (event.retryMillis() != null) {
                retry = Duration.ofMillis(Math.max(event.retryMillis(), MIN_RETRY_MILLIS));
            }
            if (!event.data().isEmpty()) {
                Reply reply = process(event.data(), call);
                if (reply != null) {
                    return reply;
                }
            }
        }
        return null;
    }

    private @Nullable Reply process(String data, @Nullable Call call) {
        try {
            switch (Message.from(Json.parse(data))) {
                case Message.Result result -> {
                    return isFor(call, result.id()) ? new Reply.Result(result.result()) : null;
                }
                case Message.ErrorResponse response -> {
                    return isFor(call, response.id()) ? new Reply.Rejected(response.error()) : null;
                }
                case Message.Notification notification -> deliver(notification, call);
                case Message.Request request -> inbound.onRequest(request, responses);
            }
        } catch (MalformedJson e) {
            byte[] bytes = data.getBytes(UTF_8);
            return malformed(call, TopLevelId.in(bytes, 0, bytes.length).orElse(null), e);
        } catch (MalformedMessage e) {
            return malformed(call, e.id(), e);
        }
        return null;
    }

    /** Returns the failure of the call if the malformed event answers it, or else null. */
    private @Nullable Reply malformed(@Nullable Call call, @Nullable RequestId id, Exception reason) {
        if (isFor(call, id)) {
            return new Reply.Failed(new Failure.Malformed(String.valueOf(reason.getMessage())));
        }
        LOG.warn(
                "Skipped an event that is not a JSON-RPC message: {}",
                redaction.apply(String.valueOf(reason.getMessage())));
        return null;
    }

    private void deliver(Message.Notification notification, @Nullable Call call) {
        if (call != null && notification.method().equals(Methods.PROGRESS) && notification.params() != null) {
            if (isFor(call, RequestId.from(notification.params().get(Meta.PROGRESS_TOKEN)))) {
                call.deadline().extend();
                if (call.progress() != null) {
                    call.progress().accept(notification.params());
                }
                return;
            }
        }
        if (call != null && call.notifications() != null) {
            call.notifications().accept(notification);
        }
        inbound.onNotification(notification);
    }

    private static boolean isFor(@Nullable Call call, @Nullable RequestId id) {
        return call != null && id != null && id.names(call.id());
    }
}
