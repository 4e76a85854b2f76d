package dev.mooring.bench.replicas;

import dev.mooring.bench.measure.Figures;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The number of events of each kind that clients have seen. Thread-safe. */
final class ClientCounts {
    private final Map<Event, AtomicInteger> counts = new ConcurrentHashMap<>();

    /** An event that a client sees. */
    enum Event {
        /** The client got an answer to a call, or none in time. */
        CALL,

        /** The client received a report that its state is lost. */
        LOSS_REPORTED,

        /** The server no longer knew the transport session. This is a reported loss, too. */
        SESSION_FORGOTTEN,

        /** A call succeeded on blank or old state, and the loss was not reported. */
        BLANK,

        /** A call succeeded on the state of another client. */
        FOREIGN,

        /** The counter is higher than the number of calls that were sent. */
        REPEATED_CALL,

        /** A loss was reported again before the client had new state. */
        LOSS_REPORTED_TWICE,

        /** The client had no success for minutes after a fault. */
        STUCK,

        /** An answer that says neither what happened to the call nor to the state. */
        UNEXPECTED
    }

    void count(Event event) {
        add(event, 1);
    }

    private void add(Event event, int number) {
        counts.computeIfAbsent(event, _ -> new AtomicInteger()).addAndGet(number);
    }

    int of(Event event) {
        AtomicInteger count = counts.get(event);
        return count == null ? 0 : count.get();
    }

    /** Returns the number of calls that succeeded on blank or foreign state without a report to the client. */
    int silentLosses() {
        return of(Event.BLANK) + of(Event.FOREIGN);
    }

    /** Returns the sum of two counts. */
    static ClientCounts sum(ClientCounts one, ClientCounts other) {
        ClientCounts sum = new ClientCounts();
        for (Event event : Event.values()) {
            sum.add(event, one.of(event) + other.of(event));
        }
        return sum;
    }

    @Override
    public String toString() {
        return Figures.count(of(Event.CALL)) + " calls, " + Figures.count(of(Event.LOSS_REPORTED))
                + " reported losses, "
                + Figures.count(silentLosses()) + " silent (" + Figures.count(of(Event.BLANK)) + " blank, "
                + Figures.count(of(Event.FOREIGN)) + " foreign), " + of(Event.REPEATED_CALL) + " calls repeated, "
                + of(Event.LOSS_REPORTED_TWICE) + " losses reported twice, "
                + Figures.count(of(Event.SESSION_FORGOTTEN))
                + " transport sessions forgotten, " + of(Event.STUCK) + " clients stuck, "
                + Figures.count(of(Event.UNEXPECTED)) + " unexpected answers";
    }
}
