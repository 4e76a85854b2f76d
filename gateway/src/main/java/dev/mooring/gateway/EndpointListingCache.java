package dev.mooring.gateway;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Refusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Collects the listings of an endpoint's servers, and caches what the endpoint lists for each caller. Thread-safe. */
final class EndpointListingCache {
    private static final int MAX_LISTINGS = 1_000;

    private final List<Route> routes;
    private final boolean combined;
    private final CallLog callLog;
    private final TaskForwarding tasks;

    /** By principal if a server is personal, else one for all. Each is used until a server has a new listing. */
    private final Cache<String, EndpointListing> byPrincipal =
            Caffeine.newBuilder().maximumSize(MAX_LISTINGS).build();

    /** @param combined whether to prefix names with the name of the server, and to leave out unavailable servers */
    EndpointListingCache(List<Route> routes, boolean combined, CallLog callLog, TaskForwarding tasks) {
        this.routes = routes;
        this.combined = combined;
        this.callLog = callLog;
        this.tasks = tasks;
    }

    /** Returns the listing for a caller, from the servers if their listings have changed. */
    EndpointListing current(Caller caller) throws Refusal, InterruptedException {
        return listing(Freshness.CURRENT, caller);
    }

    /** Returns the listing for a caller, built from the cached listings of the servers. */
    EndpointListing cached(Caller caller) throws Refusal, InterruptedException {
        return listing(Freshness.CACHED, caller);
    }

    private EndpointListing listing(Freshness freshness, Caller caller) throws Refusal, InterruptedException {
        Map<Route, UpstreamListing> upstreams;
        try {
            upstreams = upstreamListings(freshness, routes, route -> route.upstream(caller));
        } catch (UpstreamUnavailable e) {
            throw new Refusal(new McpError(McpError.INTERNAL_ERROR, String.valueOf(e.getMessage())));
        }
        String principal = isPersonal() ? UpstreamAccounts.principalOf(caller) : "";
        EndpointListing current = byPrincipal.getIfPresent(principal);
        if (current == null || !current.isBuiltFrom(upstreams)) {
            current = new EndpointListing(upstreams, combined, callLog, tasks);
            byPrincipal.put(principal, current);
        }
        return current;
    }

    /** Returns the listings of servers. A combined endpoint lists them in parallel and leaves out unavailable ones. */
    private Map<Route, UpstreamListing> upstreamListings(
            Freshness freshness, List<Route> listed, Function<Route, Upstream> upstream)
            throws UpstreamUnavailable, InterruptedException {
        Map<Route, UpstreamListing> found = new LinkedHashMap<>();
        if (combined) {
            listed.forEach(route -> upstream.apply(route).startListing(freshness));
        }
        for (Route route : listed) {
            try {
                found.put(route, upstreamListing(freshness, route, upstream));
            } catch (UpstreamUnavailable e) {
                if (!combined) { // a combined endpoint serves the other servers
                    throw e;
                }
            }
        }
        return found;
    }

    private UpstreamListing upstreamListing(Freshness freshness, Route route, Function<Route, Upstream> upstream)
            throws UpstreamUnavailable, InterruptedException {
        try {
            return combined
                    ? upstream.apply(route).listingForCombined(freshness)
                    : upstream.apply(route).listing(freshness);
        } catch (UpstreamUnavailable e) {
            if (e.needsSignIn() && route.makePersonal()) { // the server requires a sign-in for the first time
                return upstreamListing(freshness, route, upstream);
            }
            if (e.needsSignIn() && route.isPersonal()) {
                return UpstreamListing.SIGN_IN_NEEDED;
            }
            throw e;
        }
    }

    /** Returns whether each principal has its own account with a server of the endpoint. */
    boolean isPersonal() {
        return routes.stream().anyMatch(Route::isPersonal);
    }

    /**
     * Returns the cached listings for everyone, or no listing if the only server is unavailable. A personal server has no
     * listing for everyone, so that the listing of any caller stands for its era and its extensions.
     */
    Map<Route, UpstreamListing> known() {
        Map<Route, UpstreamListing> known = new LinkedHashMap<>(
                available(routes.stream().filter(route -> !route.isPersonal()).toList(), Route::commonUpstream));
        for (Route route : routes) {
            UpstreamListing any = route.isPersonal() ? route.anyListing() : null;
            if (any != null) {
                known.put(route, any);
            }
        }
        return known;
    }

    /** Returns the cached listings for a caller, or nothing if the only server is unavailable. */
    Map<Route, UpstreamListing> available(Caller caller) {
        return available(routes, route -> route.upstream(caller));
    }

    private Map<Route, UpstreamListing> available(List<Route> listed, Function<Route, Upstream> upstream) {
        try {
            return upstreamListings(Freshness.CACHED, listed, upstream);
        } catch (UpstreamUnavailable e) {
            return Map.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Map.of();
        }
    }
}
