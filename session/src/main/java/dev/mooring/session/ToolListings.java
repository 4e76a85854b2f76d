package dev.mooring.session;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Reply;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunScope;
import java.util.List;
import java.util.Optional;

/** Lists the tools of servers: on a held session if the caller can hold one, otherwise on an ephemeral session. */
final class ToolListings {
    private final SessionRegistry registry;

    ToolListings(SessionRegistry registry) {
        this.registry = registry;
    }

    /** The key of a listing in the cache of a run. Two registries may have servers of the same name. */
    private record CacheKey(ToolListings listings, String server) {}

    /** Passes a failed listing through the run's cache, which does not cache a computation that throws. */
    private static final class NotListed extends Exception {
        private final transient ListedTools failed;

        NotListed(ListedTools failed) {
            super(null, null, false, false);
            this.failed = failed;
        }
    }

    /** Lists the tools inside a run, on the session that the call would use. */
    ListedTools listInRun(ToolServer server, RunScope scope, SessionCall call) throws InterruptedException {
        return switch (registry.sharingResolver().resolve(server, "*", call.run())) {
            case Outcome.Failed<Sharing>(Throwable cause) -> ListedTools.failed(server, SessionCall.failureOf(cause));
            case Outcome.Succeeded<Sharing>(Sharing sharing)
            when sharing == Sharing.CALL -> listOncePerRun(server, scope);
            case Outcome.Succeeded<Sharing>(Sharing sharing) ->
                listHeld(server, call.ownerFor(server, sharing), sharing, call.run());
        };
    }

    /**
     * Lists the tools on a held session. Replaces a lost session at once, because a listing relies on no state. Callers that
     * relied on the lost session still learn of the loss.
     */
    private ListedTools listHeld(ToolServer server, Owner owner, Sharing sharing, Owner caller)
            throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            switch (registry.hold(owner, server, SharingResolver.eraFor(server, sharing), caller)) {
                case Outcome.Succeeded<HeldSession>(HeldSession session) -> {
                    ListedTools listed = session.listedTools();
                    Failure lost = session.lossAfter(listed.reply(), SessionCall.PROBE_TIMEOUT);
                    if (lost == null) {
                        return listed;
                    }
                    registry.lose(owner, session, lost);
                    if (attempt == SessionCall.MAX_ATTEMPTS) {
                        return ListedTools.failed(server, lost);
                    }
                }
                case Outcome.Failed<HeldSession>(Throwable cause) -> {
                    return ListedTools.failed(server, SessionCall.failureOf(cause));
                }
            }
        }
    }

    /** Lists the tools on an ephemeral session. The run caches the listing, because it holds no session that could. */
    private ListedTools listOncePerRun(ToolServer server, RunScope scope) throws InterruptedException {
        Outcome<ListedTools> listed = scope.run()
                .cache()
                .get(ListedTools.class, new CacheKey(this, server.name()), () -> {
                    ListedTools tools = listEphemeral(server);
                    if (tools.reply() instanceof Reply.Result) {
                        return tools;
                    }
                    throw new NotListed(tools);
                });
        return switch (listed) {
            case Outcome.Succeeded<ListedTools>(ListedTools tools) -> tools;
            case Outcome.Failed<ListedTools>(NotListed notListed) -> notListed.failed;
            case Outcome.Failed<ListedTools>(Throwable cause) ->
                ListedTools.failed(server, SessionCall.failureOf(cause));
        };
    }

    ListedTools listEphemeral(ToolServer server) throws InterruptedException {
        switch (registry.openUnshared(registry.program(), server)) {
            case Outcome.Failed<UnsharedSession>(Throwable cause) -> {
                return ListedTools.failed(server, SessionCall.openFailure(cause));
            }
            case Outcome.Succeeded<UnsharedSession>(UnsharedSession opened) -> {
                try (opened) {
                    return opened.session().listedTools();
                }
            }
        }
    }

    /** Returns the tools of a session that the scope can use, if one is open and the listing succeeds. Opens none. */
    Optional<ToolListing.Listed> listIfOpen(ToolServer server, RunScope scope) throws InterruptedException {
        if (server.settings().sharing().forTool("*") == Sharing.CALL) {
            return Optional.empty();
        }
        for (Owner owner : List.of(Owner.of(scope), Owner.of(scope.run().root()), registry.program())) {
            HeldSession open = registry.find(owner, server.name()).orElse(null);
            if (open != null) {
                return open.listedTools().listing() instanceof ToolListing.Listed listed
                        ? Optional.of(listed)
                        : Optional.empty();
            }
        }
        return Optional.empty();
    }
}
