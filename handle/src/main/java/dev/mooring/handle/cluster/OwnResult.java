package dev.mooring.handle.cluster;

import dev.mooring.handle.HandleStore.Limit;
import org.apiguardian.api.API;

/** The result of recording a new handle. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed interface OwnResult {

    /** The replica owns the new handle. */
    record Owned(long version) implements OwnResult {}

    /** A limit across all replicas is reached. */
    record LimitReached(Limit limit, int maximum) implements OwnResult {}

    /** The token is out of date, or the lease has ended on the clock of the store. */
    record Fenced() implements OwnResult {}
}
