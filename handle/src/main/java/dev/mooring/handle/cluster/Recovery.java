package dev.mooring.handle.cluster;

import dev.mooring.handle.HandleKey;
import java.util.Set;
import org.apiguardian.api.API;

/** What a replica that was fenced has lost. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed interface Recovery {

    /**
     * The replica can renew its lease with a new token.
     *
     * @param lost handles of the replica that were given up; the replica may have reported some of them itself
     */
    record Recovered(FencingToken token, Set<HandleKey> lost) implements Recovery {
        /** Copies the keys. */
        public Recovered {
            lost = Set.copyOf(lost);
        }
    }

    /** The store has forgotten the replica: all its handles are lost, and it joins anew. */
    record Forgotten() implements Recovery {}
}
