package dev.mooring.vault.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** The properties of front matter, in their order. Immutable. */
public final class FrontMatterProperties {

    private final String yaml;
    private final Map<String, LocatedProperty> properties;
    private final Map<String, Object> values;

    private FrontMatterProperties(String yaml, Map<String, LocatedProperty> properties) {
        this.yaml = yaml;
        this.properties = properties;
        this.values = new LinkedHashMap<>();
        properties.forEach((name, property) -> values.put(name, value(property.value())));
    }

    /** Thrown if front matter is not a valid list of properties. The message is one line. */
    public static final class Invalid extends Exception {
        Invalid(String message) {
            super(message);
        }
    }

    /**
     * Parses front matter.
     *
     * @param block the front matter with its delimiters; empty if the document has none
     */
    public static FrontMatterProperties of(String block) throws Invalid {
        Optional<FrontMatter> matter = FrontMatter.find(block);
        if (matter.isEmpty()) {
            return new FrontMatterProperties("", Map.of());
        }
        String yaml = matter.get().yaml(block);
        try {
            matter.get().load(block);
            Map<String, LocatedProperty> properties = new LinkedHashMap<>();
            LocatedProperty.allIn(yaml).forEach(property -> properties.put(property.name(), property));
            return new FrontMatterProperties(yaml, properties);
        } catch (FrontMatter.InvalidYaml e) {
            throw new Invalid(String.valueOf(e.getMessage()));
        } catch (ClassCastException | YAMLException e) {
            throw new Invalid("it is not a list of properties such as title: Ferries");
        }
    }

    /** Returns the value of a property: a string, number, boolean or list of them; a map if it is nested. */
    public Optional<Object> value(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** Returns true if there are no properties. */
    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** Returns the names of the properties that differ from those of other front matter. */
    public Set<String> differences(FrontMatterProperties other) {
        Set<String> names = new LinkedHashSet<>(values.keySet());
        names.addAll(other.values.keySet());
        names.removeIf(name -> value(name).equals(other.value(name)));
        return names;
    }

    /** Returns true if a proposal can hold the value of a property: a scalar, or a list of scalars. */
    public boolean isSimple(String name) {
        return switch (values.get(name)) {
            case Map<?, ?> _ -> false;
            case List<?> list -> list.stream().noneMatch(item -> item instanceof Map || item instanceof List);
            case null, default -> true;
        };
    }

    /** Returns the lines that do not belong to the named properties. Leaves out blank lines and trailing space. */
    public List<String> linesWithout(Set<String> names) {
        Set<Integer> left = new TreeSet<>();
        List<String> lines = yaml.lines().toList();
        for (int line = 0; line < lines.size(); line++) {
            left.add(line);
        }
        names.stream().filter(properties::containsKey).map(properties::get).forEach(property -> {
            int last = lineOf(property.valueEnd());
            for (int line = lineOf(property.keyStart()); line <= last; line++) {
                left.remove(line);
            }
        });
        return left.stream()
                .map(line -> lines.get(line).stripTrailing())
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private int lineOf(int position) {
        return (int) yaml.substring(0, position).chars().filter(c -> c == '\n').count();
    }

    private static Object value(Node node) {
        return switch (node) {
            case ScalarNode scalar -> scalar(scalar);
            case SequenceNode sequence -> {
                List<Object> items = new ArrayList<>();
                sequence.getValue().forEach(item -> items.add(value(item)));
                yield List.copyOf(items);
            }
            case MappingNode mapping -> {
                Map<String, Object> members = new LinkedHashMap<>();
                mapping.getValue()
                        .forEach(tuple -> members.put(LocatedProperty.nameOf(tuple), value(tuple.getValueNode())));
                yield members;
            }
            default -> throw new YAMLException("unsupported node");
        };
    }

    /** Returns a number or boolean only if its text is what JSON writes for it, else the text. */
    private static Object scalar(ScalarNode node) {
        String text = node.getValue();
        try {
            if (node.getTag().equals(Tag.INT)
                    && Long.toString(Long.parseLong(text)).equals(text)) {
                return Long.parseLong(text);
            }
            if (node.getTag().equals(Tag.FLOAT)
                    && Double.toString(Double.parseDouble(text)).equals(text)
                    && Double.isFinite(Double.parseDouble(text))) {
                return Double.parseDouble(text);
            }
        } catch (NumberFormatException e) {
            return text;
        }
        boolean isBoolean = node.getTag().equals(Tag.BOOL) && (text.equals("true") || text.equals("false"));
        return isBoolean ? (Object) Boolean.valueOf(text) : text;
    }
}
