package dev.mooring.session;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.run.Outcome;
import dev.mooring.run.SingleFlight;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides who shares a server's sessions where nothing is configured. That depends on the era, which is asked once, on
 * the connection that becomes the first session.
 */
final class Settlement {
    private final Opener opener;
    private final SingleFlight<String, Sharing> asking;

    /** The connection that settled a server, until the first opening takes it. */
    private final Map<String, HeldSession> spare = new ConcurrentHashMap<>();

    Settlement(Opener opener, Owner program) {
        this.opener = opener;
        this.asking = new SingleFlight<>(program.threads(), sharing -> close());
    }

    /** What is configured for a tool, or what the server's era means; that is asked once for all who want to know. */
    Outcome<Sharing> sharing(ToolServer server, String tool, String owner) throws InterruptedException {
        Sharing configured = server.settings().sharing().forTool(tool);
        return configured != null
                ? new Outcome.Succeeded<>(configured)
                : asking.get(server.name(), () -> askByOpening(server, owner));
    }

    private Sharing askByOpening(ToolServer server, String owner) throws OpenFailed, InterruptedException {
        HeldSession first = opener.open(server, eraFor(server, null), owner);
        spare.put(server.name(), first);
        return first.era() == Era.LEGACY ? Sharing.RUN : Sharing.SHARED;
    }

    @Nullable
    HeldSession takeSpare(ToolServer server) {
        return spare.remove(server.name());
    }

    /** Closes what nobody took. */
    void close() {
        for (String server : Set.copyOf(spare.keySet())) {
            HeldSession session = spare.remove(server);
            if (session != null) {
                session.close();
            }
        }
    }

    /** Legacy wherever a session of its own is wanted, because that keeps the state apart. */
    static EraChoice eraFor(ToolServer server, @Nullable Sharing sharing) {
        EraChoice configured = server.settings().era();
        if (configured != null) {
            return configured;
        }
        return sharing == Sharing.SHARED || sharing == Sharing.CALL ? EraChoice.DETECT : EraChoice.LEGACY_IF_OFFERED;
    }
}
