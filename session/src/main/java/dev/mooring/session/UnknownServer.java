package dev.mooring.session;

import java.util.Collection;

/** No tool server has that name. */
public final class UnknownServer extends IllegalArgumentException {
    UnknownServer(String name, Collection<String> known) {
        super("There is no tool server \"" + name + "\". There "
                + (known.isEmpty()
                        ? "is none at all."
                        : "are: " + String.join(", ", known.stream().sorted().toList())));
    }
}
