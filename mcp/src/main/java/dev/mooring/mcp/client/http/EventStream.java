package dev.mooring.mcp.client.http;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.MalformedMessage;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.RequestId;
import dev.mooring.mcp.client.Call;
import dev.mooring.mcp.client.Transport;
import dev.mooring.mcp.wire.SseReader;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * A stream of events as one side of a conversation: remembers where it stands, so that it can be taken up again where
 * it broke. For one thread.
 */
final class EventStream {
    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);
    private static final Duration DEFAULT_RETRY = Duration.ofSeconds(1);

    private final Transport.Inbound inbound;
    private final Transport.Answer answers;
    private final int maxEventBytes;
    private @Nullable String lastId;
    private Duration retry = DEFAULT_RETRY;

    EventStream(Transport.Inbound inbound, Transport.Answer answers, int maxEventBytes) {
        this.inbound = inbound;
        this.answers = answers;
        this.maxEventBytes = maxEventBytes;
    }

    /** The id of the last event, by which the stream can be taken up again; null where it cannot. */
    @Nullable
    String lastId() {
        return lastId;
    }

    /** How long the server wants its clients to wait before that. */
    Duration retry() {
        return retry;
    }

    /** Reads until the answer to the call comes, or to the end where there is no call; null at the end. */
    @Nullable
    Reply read(InputStream in, @Nullable Call call) throws IOException {
        SseReader events = new SseReader(new PacedInput(in), maxEventBytes);
        SseReader.Event event;
        while ((event = events.next()) != null) {
            if (event.id() != null) {
                lastId = event.id().isEmpty() ? null : event.id();
            }
            if (event.retryMillis() != null) {
                retry = Duration.ofMillis(event.retryMillis());
            }
            if (!event.data().isEmpty()) {
                Reply reply = take(event.data(), call);
                if (reply != null) {
                    return reply;
                }
            }
        }
        return null;
    }

    private @Nullable Reply take(String data, @Nullable Call call) {
        try {
            switch (Message.from(Json.parse(data))) {
                case Message.Result result -> {
                    return isFor(call, result.id()) ? new Reply.Result(result.result()) : null;
                }
                case Message.Failure failure -> {
                    return isFor(call, failure.id()) ? new Reply.Fault(failure.error()) : null;
                }
                case Message.Notification notification -> heard(notification, call);
                case Message.Request request -> inbound.request(request, answers);
            }
        } catch (MalformedJson | MalformedMessage e) {
            LOG.warn("an event is not a message and was skipped: {}", e.getMessage());
        }
        return null;
    }

    private void heard(Message.Notification notification, @Nullable Call call) {
        if (call != null && notification.method().equals(Methods.PROGRESS) && notification.params() != null) {
            JsonNode token = notification.params().get(Meta.PROGRESS_TOKEN);
            if (token != null && token.canConvertToLong() && token.longValue() == call.id()) {
                call.deadline().extend();
                if (call.progress() != null) {
                    call.progress().onProgress(notification.params());
                }
                return;
            }
        }
        if (call != null && call.notifications() != null) {
            call.notifications().onNotification(notification);
        }
        inbound.notification(notification);
    }

    private static boolean isFor(@Nullable Call call, @Nullable RequestId id) {
        return call != null
                && id != null
                && id.json().canConvertToLong()
                && id.json().longValue() == call.id();
    }
}
