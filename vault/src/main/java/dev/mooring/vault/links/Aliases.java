package dev.mooring.vault.links;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads the aliases of a document from its properties. */
public final class Aliases {

    private Aliases() {}

    /** Returns the aliases. A single value may list several, separated by commas. */
    public static List<String> of(Map<String, List<String>> properties) {
        if (!properties.containsKey("aliases") && !properties.containsKey("alias")) {
            return List.of();
        }
        return Stream.of("aliases", "alias")
                .map(name -> properties.getOrDefault(name, List.of()))
                .flatMap(values ->
                        values.size() == 1 ? Arrays.stream(values.getFirst().split(",")) : values.stream())
                .map(String::strip)
                .filter(alias -> !alias.isEmpty())
                .distinct()
                .toList();
    }
}
