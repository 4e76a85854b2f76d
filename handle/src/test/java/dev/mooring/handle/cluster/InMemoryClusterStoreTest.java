package dev.mooring.handle.cluster;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The store of the simulation keeps the contract of the real one. */
class InMemoryClusterStoreTest extends ClusterStoreContract {
    private final AtomicLong time = new AtomicLong(1_000_000);

    @Override
    protected ClusterStore open() {
        return new InMemoryClusterStore(time::get);
    }

    @Override
    protected void advance(Duration by) {
        time.addAndGet(by.toMillis());
    }
}
