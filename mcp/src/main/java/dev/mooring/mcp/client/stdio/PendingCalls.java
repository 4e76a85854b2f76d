package dev.mooring.mcp.client.stdio;

import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.RequestId;
import dev.mooring.mcp.client.transport.Call;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The calls of one connection that wait for their reply, by id. Thread-safe. */
final class PendingCalls {
    private final Map<Long, PendingCall> byId = new ConcurrentHashMap<>();
    private final PipeWriter writer;

    PendingCalls(PipeWriter writer) {
        this.writer = writer;
    }

    /** Adds a call for which the current thread waits. The caller removes it. */
    PendingCall add(Call call) {
        PendingCall pending = new PendingCall(call);
        byId.put(call.id(), pending);
        return pending;
    }

    void remove(PendingCall pending) {
        byId.remove(pending.call().id());
    }

    boolean contains(RequestId id) {
        return byId.containsKey(id.number());
    }

    /** Completes the call with the id, if it still waits. */
    void complete(RequestId id, Reply reply) {
        PendingCall pending = byId.remove(id.number());
        if (pending != null) {
            writer.confirmRead(pending.line());
            pending.complete(reply);
        }
    }

    /** Passes the params of a progress notification to its call. Returns false if no call waits for it. */
    boolean onProgress(@Nullable ObjectNode params) {
        RequestId token = params == null ? null : RequestId.from(params.get(Meta.PROGRESS_TOKEN));
        PendingCall pending = token == null ? null : byId.get(token.number());
        if (params == null || pending == null) {
            return false;
        }
        pending.onProgress(params);
        return true;
    }

    /** Completes every call, because no more replies will arrive. */
    void completeAll(Function<PendingCall, Reply> reply) {
        byId.values().forEach(pending -> pending.complete(reply.apply(pending)));
    }
}
