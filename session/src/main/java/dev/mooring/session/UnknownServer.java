package dev.mooring.session;

import java.util.Collection;
import org.apiguardian.api.API;

/** Thrown if no tool server has the given name. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class UnknownServer extends IllegalArgumentException {
    UnknownServer(String name, Collection<String> known) {
        super("Unknown tool server \"" + name + "\". "
                + (known.isEmpty()
                        ? "No tool servers are configured."
                        : "Known servers: "
                                + String.join(", ", known.stream().sorted().toList())));
    }
}
