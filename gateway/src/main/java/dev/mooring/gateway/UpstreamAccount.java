package dev.mooring.gateway;

import dev.mooring.mcp.Json;
import dev.mooring.session.Account;
import dev.mooring.session.ClosableOwner;
import dev.mooring.session.Owner;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The upstream servers as one account sees them: that of the gateway, or that of one principal. Its listings and the sessions
 * that its callers share belong to this account alone. Thread-safe.
 */
final class UpstreamAccount {
    private final Account account;
    private final ClosableOwner sharedOwner;
    private final Factory factory;
    private final Map<String, Upstream> upstreams = new ConcurrentHashMap<>();

    /** How often a sign-in of this account has changed. Guarded by this. */
    private long signInChanges;

    /** Creates the view of a server. */
    interface Factory {
        /**
         * Creates the view of a server by an account.
         *
         * @param owner owns the sessions that the callers of the account share
         */
        Upstream create(String server, Account account, Owner owner);
    }

    /** @param name names the account in logs */
    UpstreamAccount(String name, Account account, Factory factory) {
        this.account = account;
        this.sharedOwner = new ClosableOwner(name, Json.object(), _ -> account);
        this.factory = factory;
    }

    Account account() {
        return account;
    }

    /** Returns the owner of the sessions that the callers of this account share. */
    Owner sharedOwner() {
        return sharedOwner;
    }

    Upstream upstream(String server) {
        Upstream known = upstreams.get(server);
        return known != null
                ? known
                : upstreams.computeIfAbsent(server, _ -> factory.create(server, account, sharedOwner));
    }

    /** Returns the latest listing of a server, or null. */
    @Nullable
    UpstreamListing lastListing(String server) {
        Upstream known = upstreams.get(server);
        return known == null ? null : known.lastListing();
    }

    Collection<Upstream> upstreams() {
        return upstreams.values();
    }

    /** Returns a number that grows with each change of a sign-in, for {@link #awaitSignIn}. */
    synchronized long signInChanges() {
        return signInChanges;
    }

    /** Makes the next listing use the new sign-in, and wakes the calls that wait for it. */
    void onSignInChanged(String server) {
        upstream(server).onSignInChanged();
        synchronized (this) {
            signInChanges++;
            notifyAll();
        }
    }

    /** Waits for a change of a sign-in. Returns false if none happens in time. */
    synchronized boolean awaitSignIn(long known, Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (signInChanges == known) {
            long millis = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
            if (millis <= 0) {
                return false;
            }
            wait(millis);
        }
        return true;
    }

    void close() {
        upstreams.values().forEach(Upstream::close);
        sharedOwner.close();
    }
}
