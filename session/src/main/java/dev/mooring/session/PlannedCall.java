package dev.mooring.session;

import dev.mooring.mcp.client.CallOptions;
import dev.mooring.run.RunEnded;
import java.util.function.Function;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A call with a place in the order of a {@link CallBatch}. One thread makes the call, at most once, and closes it. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class PlannedCall implements AutoCloseable {
    private final CallBatch batch;
    private final String server;
    private final Function<ObjectNode, SessionRequest> request;
    private final CallQueue.@Nullable Place place;

    PlannedCall(
            CallBatch batch,
            String server,
            Function<ObjectNode, SessionRequest> request,
            CallQueue.@Nullable Place place) {
        this.batch = batch;
        this.server = server;
        this.request = request;
        this.place = place;
    }

    /**
     * Makes the call on the session of the current run, and returns the outcome with the session that the call used. Waits
     * for the calls in front, if the calls of the server are ordered.
     *
     * @param meta more fields for the request's {@code _meta}; null for none
     * @throws CalledOutsideRun if no run is bound to this thread
     * @throws RunEnded if the run has ended, or is closing and has no session with the server
     * @throws SessionsClosed if the sessions are closed
     */
    public CallTrace call(ObjectNode arguments, @Nullable ObjectNode meta) throws InterruptedException {
        if (place != null) {
            place.await();
        }
        CallOptions options = meta == null
                ? CallOptions.DEFAULT
                : CallOptions.builder().meta(meta).build();
        return batch.sessions().sendInRun(batch, server, request.apply(arguments), options);
    }

    /** Gives up the place in the queue. Idempotent. */
    @Override
    public void close() {
        if (place != null) {
            place.leave();
        }
    }
}
