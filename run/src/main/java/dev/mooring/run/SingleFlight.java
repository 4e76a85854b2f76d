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
import org.jspecify.annotations.Nullable;

/**
 * Computes a value once per key for any number of callers at once, and holds it.
 *
 * <p>The computation runs on a thread of the owner; callers only wait for it and share its outcome. When the last of them gives up waiting
 * (is interrupted), the computation is interrupted and forgotten. A failed computation is forgotten too, so that the next caller tries again.
 * Getting a value that is held takes no lock.
 *
 * <p>Every value computed ends in exactly one of three ways: held until {@link #forget} or {@link #close} hands it out, or given to
 * the {@code unwanted} consumer because it came after everybody had left, or after the close.
 *
 * @param <K> keys, with equals and hashCode
 * @param <V> values
 */
public final class SingleFlight<K, V> {
    private final Map<K, Flight<V>> flights = new ConcurrentHashMap<>();
    private final Executor owner;
    private final Consumer<? super V> unwanted;
    private volatile @Nullable Throwable closed;

    /**
     * Holds nothing yet.
     *
     * @param owner runs each computation on another thread than the caller's, such as {@link RunScope#executor()}
     * @param unwanted takes values that nobody will be given, on the thread that computed them
     */
    public SingleFlight(Executor owner, Consumer<? super V> unwanted) {
        this.owner = owner;
        this.unwanted = unwanted;
    }

    /**
     * The value held for the key, or else the outcome of a computation: the one under way, or this one.
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
                launch(flight);
                return flight.await();
            }
            Outcome<V> outcome = flight.outcome();
            if (outcome != null) {
                return outcome;
            }
            if (flight.board()) {
                return flight.await();
            }
            flights.remove(key, flight);
        }
    }

    private void launch(Flight<V> flight) {
        // Either close() finds the flight in the map, or this finds it closed.
        Throwable why = closed;
        if (why != null) {
            flight.abort(why);
            return;
        }
        try {
            owner.execute(flight::fly);
        } catch (RuntimeException refused) {
            flight.abort(refused.getCause() instanceof RunEnded ended ? ended : refused);
        }
    }

    /** The value held for the key. Does not wait for one under way. */
    public Optional<V> held(K key) {
        Flight<V> flight = flights.get(key);
        return flight != null && flight.outcome() instanceof Outcome.Succeeded<V>(V value)
                ? Optional.of(value)
                : Optional.empty();
    }

    /** The values that are held now. */
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
     * Holds the value no longer, so that the next caller computes anew.
     *
     * @return whether that very value was held for the key, so that it is the caller's now
     */
    @SuppressWarnings("ReferenceEquality") // an equal value that was computed since is another value
    public boolean forget(K key, V value) {
        Flight<V> flight = flights.get(key);
        return flight != null
                && flight.outcome() instanceof Outcome.Succeeded<V>(V held)
                && held == value
                && flights.remove(key, flight);
    }

    /**
     * Interrupts what is under way, whose callers get a failure, and refuses everything from now on.
     *
     * @param why the failure that callers get
     * @return the values that were held, which are the caller's now
     */
    public Map<K, V> close(Throwable why) {
        closed = why;
        var held = new HashMap<K, V>();
        flights.forEach((key, flight) -> {
            if (flight.abort(why) instanceof Outcome.Succeeded<V>(V value) && flights.remove(key, flight)) {
                held.put(key, value);
            }
        });
        return held;
    }
}
