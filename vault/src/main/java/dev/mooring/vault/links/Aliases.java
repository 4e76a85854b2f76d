package dev.mooring.vault.links;

import dev.mooring.vault.text.FrontMatter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the aliases of a document from its front matter. */
public final class Aliases {

    private Aliases() {}

    /** Returns the aliases; none if the front matter is missing or invalid. */
    public static List<String> of(String text) {
        Optional<FrontMatter> matter = FrontMatter.find(text);
        if (matter.isEmpty() || !matter.get().yaml(text).contains("alias")) {
            return List.of();
        }
        try {
            return matter.get().load(text).stream()
                    .flatMap(value -> value instanceof Map<?, ?> map
                            ? Stream.of("aliases", "alias").map(map::get)
                            : Stream.empty())
                    .flatMap(Aliases::names)
                    .map(String::strip)
                    .filter(name -> !name.isEmpty())
                    .distinct()
                    .toList();
        } catch (FrontMatter.InvalidYaml e) {
            return List.of();
        }
    }

    private static Stream<String> names(Object value) {
        return switch (value) {
            case null -> Stream.empty();
            case List<?> list -> list.stream().filter(item -> item != null).map(Object::toString);
            case String text -> Arrays.stream(text.split(","));
            default -> Stream.of(value.toString());
        };
    }
}
