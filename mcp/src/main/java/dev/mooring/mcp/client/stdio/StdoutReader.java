package dev.mooring.mcp.client.stdio;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.MalformedMessage;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.RequestId;
import dev.mooring.mcp.client.transport.Transport;
import dev.mooring.mcp.wire.LineReader;
import dev.mooring.mcp.wire.TopLevelId;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivers the messages that a child process writes to its standard output. Everything runs on the reader thread. */
final class StdoutReader implements LineReader.Lines {
    private static final Logger LOG = LoggerFactory.getLogger(StdoutReader.class);

    private final String name;
    private final PendingCalls pending;
    private final Transport.Inbound inbound;
    private final Transport.ResponseSender responses;
    private final int maxMessageBytes;
    private final UnaryOperator<String> redaction;
    private boolean hasLoggedInvalidLine;

    StdoutReader(
            String name,
            PendingCalls pending,
            Transport.Inbound inbound,
            Transport.ResponseSender responses,
            StdioOptions options) {
        this.name = name;
        this.pending = pending;
        this.inbound = inbound;
        this.responses = responses;
        this.maxMessageBytes = options.maxMessageBytes();
        this.redaction = options.redaction();
    }

    @Override
    public void line(byte[] bytes, int offset, int length) {
        try {
            deliver(Message.from(Json.parse(bytes, offset, length)));
        } catch (MalformedJson e) {
            failCall(TopLevelId.in(bytes, offset, length).orElse(null), e);
        } catch (MalformedMessage e) {
            failCall(e.id(), e);
        }
    }

    /** Fails the call that a malformed message answers. Skips a message that answers none. */
    private void failCall(@Nullable RequestId id, Exception reason) {
        if (id != null && pending.contains(id)) {
            pending.complete(id, new Reply.Failed(new Failure.Malformed(String.valueOf(reason.getMessage()))));
        } else {
            logInvalidLine(reason);
        }
    }

    @Override
    public void oversized(TopLevelId id) {
        LOG.warn("{}: dropped a message that is larger than {} bytes", name, maxMessageBytes);
        id.value()
                .ifPresent(known -> pending.complete(known, new Reply.Failed(new Failure.Oversized(maxMessageBytes))));
    }

    private void deliver(Message message) {
        switch (message) {
            case Message.Result result -> pending.complete(result.id(), new Reply.Result(result.result()));
            case Message.ErrorResponse response -> {
                if (response.id() == null) {
                    LOG.warn(
                            "{}: error without a request id: {}",
                            name,
                            redaction.apply(response.error().message()));
                } else {
                    pending.complete(response.id(), new Reply.Rejected(response.error()));
                }
            }
            case Message.Notification notification -> {
                boolean isProgressOfCall =
                        notification.method().equals(Methods.PROGRESS) && pending.onProgress(notification.params());
                if (!isProgressOfCall) {
                    inbound.onNotification(notification);
                }
            }
            case Message.Request request -> inbound.onRequest(request, responses);
        }
    }

    private void logInvalidLine(Exception reason) {
        if (!hasLoggedInvalidLine) {
            hasLoggedInvalidLine = true;
            LOG.warn(
                    "{}: skipped a line on standard output that is not a JSON-RPC message: {}"
                            + " (further lines are skipped silently)",
                    name,
                    redaction.apply(String.valueOf(reason.getMessage())));
        }
    }
}
