package dev.mooring.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A single-flight cache: concurrent callers of the same key share one computation.
 *
 * <p>The computation runs on a thread of the owner. Callers wait for it and share its outcome. When the last waiting caller
 * is interrupted, the computation is interrupted and discarded. A failure is not held, so that the next caller retries.
 * Reading a held value takes no lock.
 *
 * <p>Every computed value ends in exactly one of two ways. It is held until {@link #forget} or {@link #close} returns it;
 * or the {@code unwanted} consumer gets it, because all callers have left or this object was closed. Thread-safe.
 *
 * @param <K> the type of keys, with equals and hashCode
 * @param <V> the type of values
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class SingleFlight<K, V> {
    private final Map<K, Flight<V>> flights = new ConcurrentHashMap<>();
    private final Executor owner;
    private final Consumer<? super V> unwanted;
    private volatile @Nullable Throwable closed;

    /**
     * Creates an empty cache.
     *
     * @param owner runs each computation on a thread other than the caller's, such as {@link RunScope#executor()}
     * @param unwanted disposes of values that no caller gets, on the thread that computed them
     */
    public SingleFlight(Executor owner, Consumer<? super V> unwanted) {
        this.owner = owner;
        this.unwanted = unwanted;
    }

    /**
     * Returns the held value, or the outcome of a computation: the one in flight, or else the given one.
     *
     * @throws InterruptedException if interrupted while waiting
     */
    public Outcome<V> get(K key, Callable<? extends V> computation) throws InterruptedException {
        while (true) {
            Flight<V> flight = flights.get(key);
            if (flight == null) {
                flight = new Flight<>(computation, unwanted, failed -> flights.remove(key, failed));
                if (flights.putIfAbsent(key, flight) != null) {
                    continue;
                }
                start(flight);
                return flight.await();
            }
            Outcome<V> outcome = flight.outcome();
            if (outcome != null) {
                return outcome;
            }
            if (flight.join()) {
                return flight.await();
            }
            flights.remove(key, flight);
        }
    }

    private void start(Flight<V> flight) {
        // Either close() sees the flight in the map, or this method sees that close() was called.
        Throwable cause = closed;
        if (cause != null) {
            flight.abort(cause);
            return;
        }
        try {
            owner.execute(flight::run);
        } catch (RuntimeException refused) {
            flight.abort(refused.getCause() instanceof RunEnded ended ? ended : refused);
        }
    }

    /** Returns the held value. Does not wait for a computation in flight. */
    public Optional<V> held(K key) {
        Flight<V> flight = flights.get(key);
        return flight != null && flight.outcome() instanceof Outcome.Succeeded<V>(V value)
                ? Optional.of(value)
                : Optional.empty();
    }

    /** Returns all held values. */
    public List<V> held() {
        var held = new ArrayList<V>();
        flights.values().forEach(flight -> {
            if (flight.outcome() instanceof Outcome.Succeeded<V>(V value)) {
                held.add(value);
            }
        });
        return held;
    }

    /**
     * Stops holding a value, so that the next caller computes a new one.
     *
     * @return true if this object held that same value, which now belongs to the caller
     */
    @SuppressWarnings("ReferenceEquality") // an equal value that was computed later is another value
    public boolean forget(K key, V value) {
        Flight<V> flight = flights.get(key);
        return flight != null
                && flight.outcome() instanceof Outcome.Succeeded<V>(V held)
                && held == value
                && flights.remove(key, flight);
    }

    /**
     * Interrupts computations in flight and refuses new ones.
     *
     * @param cause the failure that waiting and later callers get
     * @return the values that were held, which now belong to the caller
     */
    public Map<K, V> close(Throwable cause) {
        closed = cause;
        var held = new HashMap<K, V>();
        flights.forEach((key, flight) -> {
            if (flight.abort(cause) instanceof Outcome.Succeeded<V>(V value) && flights.remove(key, flight)) {
                held.put(key, value);
            }
        });
        return held;
    }
}
