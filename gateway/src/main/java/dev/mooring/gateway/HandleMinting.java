package dev.mooring.gateway;

import dev.mooring.gateway.cluster.NewHandle;
import dev.mooring.gateway.schema.SessionArgument;
import dev.mooring.handle.Handle;
import dev.mooring.handle.HandleEnd;
import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStore.Limit;
import dev.mooring.handle.Handles;
import dev.mooring.handle.MintResult;
import dev.mooring.handle.cluster.protocol.NotSentReason;
import dev.mooring.handle.cluster.protocol.Ticket;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.server.Caller;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Mints the handles of one endpoint, within the limits of this process or of all replicas. Thread-safe. */
final class HandleMinting {
    /** Limit on the evictions for one new handle, because other replicas may use the room for handles of theirs. */
    private static final int MAX_ATTEMPTS = 10;

    private final OpenHandles open;
    private final Handles<HandleState> handles;

    HandleMinting(OpenHandles open) {
        this.open = open;
        this.handles = new Handles<>(open.store());
    }

    /** @param binding the key of the binding that will lead to the handle, or null if the call has none */
    Selection mint(Caller caller, @Nullable HandleId binding, String argument) {
        Set<HandleMark> marks = binding == null ? Set.of() : Set.of(HandleMark.BOUND);
        Function<HandleId, HandleState> state =
                id -> new HandleState(GatewayHandle.labelOf(id), nameOf(caller), Instant.now(), Map.of(), marks);
        MintResult<HandleState> result;
        EndpointCluster cluster = open.cluster();
        if (cluster == null) {
            result = handles.mint(OpenHandles.ownerOf(caller), state);
        } else {
            NewHandle owned = mintInCluster(cluster, OpenHandles.ownerOf(caller));
            switch (owned) {
                case NewHandle.Owned(HandleId id, Ticket ticket) -> result = store(cluster, id, ticket, caller, state);
                case NewHandle.LimitReached(Limit limit, int maximum) ->
                    result = new MintResult.Refused<>(limit, maximum);
                case NewHandle.Refused(NotSentReason.Reason reason) -> {
                    return new Selection.Refused(ReplicaMessages.notMinted(reason), false);
                }
            }
        }
        return switch (result) {
            case MintResult.Minted<HandleState>(Handle<HandleState> minted) -> {
                GatewayHandle handle =
                        GatewayHandle.minted(minted.id(), minted.owner(), minted.state(), caller, open.accounts());
                int others = 0;
                if (binding == null) {
                    others = open.countUnbound(minted.owner());
                } else {
                    handle.bindTo(binding);
                }
                open.add(handle);
                yield new Selection.Selected(handle, true, others);
            }
            case MintResult.Refused<HandleState>(Limit limit, int maximum) ->
                new Selection.Refused(limitMessage(limit, maximum, argument), false);
        };
    }

    /** Mints a handle. At a limit, evicts one of the handles that this replica owns. */
    private NewHandle mintInCluster(EndpointCluster cluster, HandleOwner owner) {
        NewHandle result = cluster.mint(owner);
        for (int i = 0; i < MAX_ATTEMPTS && result instanceof NewHandle.LimitReached(Limit limit, int _); i++) {
            GatewayHandle evicted = Eviction.choose(open.all(), owner, limit).orElse(null);
            if (evicted == null) {
                return result;
            }
            open.end(evicted, HandleEnd.Reason.EVICTED);
            result = cluster.mint(owner);
        }
        return result;
    }

    private MintResult<HandleState> store(
            EndpointCluster cluster, HandleId id, Ticket ticket, Caller caller, Function<HandleId, HandleState> state) {
        var handle = new Handle<>(id, OpenHandles.ownerOf(caller), state.apply(id));
        boolean isStored = false;
        try {
            var _ = open.store().put(handle);
            isStored = true;
            return new MintResult.Minted<>(handle);
        } finally {
            cluster.node().finish(ticket);
            if (!isStored) {
                cluster.end(HandleKey.of(id));
            }
        }
    }

    private static String nameOf(Caller caller) {
        String principal = caller.principal();
        Implementation client = caller.client();
        return principal != null ? principal : client == null ? "" : client.displayName();
    }

    private String limitMessage(Limit limit, int maximum, String argument) {
        String scope = limit == Limit.PER_PRINCIPAL ? "per caller" : "for all callers together";
        return "Session limit reached (" + maximum + " " + scope
                + "). Nothing was done. To continue an open session, pass"
                + " its " + argument + ". To make room, end a session; a session also ends after "
                + SessionArgument.inWords(open.idle()) + " without use.";
    }
}
