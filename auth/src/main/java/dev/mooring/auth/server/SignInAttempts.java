package dev.mooring.auth.server;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apiguardian.api.API;

/**
 * Limits how often passwords can be guessed, per address and per person. Neither limit suffices alone: an attacker has many
 * addresses, and many people share one. Thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class SignInAttempts {
    /** Failed attempts per address in {@link #ADDRESS_WINDOW}. */
    public static final int MAX_PER_ADDRESS = 5;

    /** Failed attempts per person in {@link #PERSON_WINDOW}, from all addresses together. */
    public static final int MAX_PER_PERSON = 20;

    /** The time in which failed attempts of an address are counted, from the first one. */
    public static final Duration ADDRESS_WINDOW = Duration.ofMinutes(1);

    /** The time in which failed attempts for a person are counted, from the first one. */
    public static final Duration PERSON_WINDOW = Duration.ofMinutes(15);

    private static final int MAX_ENTRIES = 10_000;

    private final Cache<String, AtomicInteger> byAddress;
    private final Cache<String, AtomicInteger> byPerson;

    /** Creates limits without any attempts. */
    public SignInAttempts() {
        this(Ticker.systemTicker());
    }

    SignInAttempts(Ticker ticker) {
        byAddress = counters(ADDRESS_WINDOW, ticker);
        byPerson = counters(PERSON_WINDOW, ticker);
    }

    private static Cache<String, AtomicInteger> counters(Duration window, Ticker ticker) {
        return Caffeine.newBuilder()
                .expireAfterWrite(window)
                .maximumSize(MAX_ENTRIES)
                .ticker(ticker)
                .build();
    }

    /**
     * Begins an attempt, before the password is checked: it counts as failed until {@link #succeeded}. So attempts that
     * run at the same time count too.
     *
     * @return false if the attempt must be refused without checking the password
     */
    public boolean begin(String address, String person) {
        if (byAddress.get(address, _ -> new AtomicInteger()).incrementAndGet() > MAX_PER_ADDRESS) {
            return false; // not counted for the person, so that one address cannot lock a person out
        }
        return byPerson.get(person, _ -> new AtomicInteger()).incrementAndGet() <= MAX_PER_PERSON;
    }

    /** Resets the count of a person and subtracts one attempt of the address. Called after the right password. */
    public void succeeded(String address, String person) {
        AtomicInteger ofAddress = byAddress.getIfPresent(address);
        if (ofAddress != null) {
            ofAddress.decrementAndGet();
        }
        byPerson.invalidate(person);
    }
}
