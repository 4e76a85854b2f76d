package dev.mooring.handle.cluster.protocol;

import dev.mooring.handle.HandleKey;
import org.apiguardian.api.API;

/**
 * The admission of one call to a handle that this replica owns. The driver asks {@link Replica#maySend} right before it sends
 * the call, {@link Replica#mayAnswer} right before it returns the result, and always calls {@link Replica#finish}.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Ticket {
    private final HandleKey key;
    private final HeldHandle handle;
    private boolean isFinished;

    Ticket(HandleKey key, HeldHandle handle) {
        this.key = key;
        this.handle = handle;
    }

    /** Returns the handle that the call uses. */
    public HandleKey key() {
        return key;
    }

    HeldHandle handle() {
        return handle;
    }

    /** Returns false if the ticket was finished before. */
    boolean finish() {
        boolean isFirst = !isFinished;
        isFinished = true;
        return isFirst;
    }
}
