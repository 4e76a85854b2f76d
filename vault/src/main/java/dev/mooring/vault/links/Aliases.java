package dev.mooring.vault.links;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the aliases of a document from its properties. */
public final class Aliases {

    private Aliases() {}

    /** Returns the aliases. A single value may list several, separated by commas. */
    public static List<String> of(Map<String, List<String>> properties) {
        if (!properties.containsKey("aliases") && !properties.containsKey("alias")) {
            return List.of();
        }
        Set<String> aliases = new LinkedHashSet<>();
        for (String name : List.of("aliases", "alias")) {
            List<String> values = properties.getOrDefault(name, List.of());
            for (String alias : values.size() == 1 ? List.of(values.getFirst().split(",")) : values) {
                if (!alias.isBlank()) {
                    aliases.add(alias.strip());
                }
            }
        }
        return List.copyOf(aliases);
    }
}
