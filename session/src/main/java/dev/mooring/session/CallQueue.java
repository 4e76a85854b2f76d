package dev.mooring.session;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A queue of calls that run one after the other. A call takes its place before it starts, on any thread. Thread-safe. */
final class CallQueue {
    private @Nullable Place last; // guarded by this

    /** Takes the last place. The caller must {@link Place#leave} it. */
    synchronized Place enter() {
        Place place = new Place(last);
        last = place;
        return place;
    }

    /** The place of one call. */
    static final class Place {
        private final CountDownLatch left = new CountDownLatch(1);

        /** The place in front; null if all calls in front have ended. */
        private volatile @Nullable Place previous;

        private Place(@Nullable Place previous) {
            this.previous = previous;
        }

        /** Waits until all calls in front have left. */
        void await() throws InterruptedException {
            // A call may leave before its turn, so its predecessors count as well.
            for (Place place = previous; place != null; place = place.previous) {
                place.left.await();
            }
            previous = null;
        }

        /** Lets the next call pass. Idempotent. */
        void leave() {
            left.countDown();
        }
    }
}
