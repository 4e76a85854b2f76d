package dev.mooring.vault.critic;

import dev.mooring.vault.text.FrontMatter;
import dev.mooring.vault.text.LocatedProperty;
import java.io.StringReader;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Changes one property in the YAML text of front matter, and leaves all other lines as they are. */
final class YamlProperty {

    private static final String CHANGED_SINCE =
            "The property no longer has the value that the suggestion replaces. Reject the suggestion.";
    private static final String UNUSABLE = "The front matter cannot be changed line by line. Change it in an editor.";

    private static final String COMMENTED =
            "The value has comments in the front matter, which the change would remove. Change it in an editor.";

    private YamlProperty() {}

    /** The outcome of a change. */
    sealed interface Outcome {}

    /** The front matter with the new value, delimiters included. */
    record Changed(String block) implements Outcome {}

    /** @param reason why, as a message for the person */
    record Refused(String reason) implements Outcome {}

    /**
     * Changes a property.
     *
     * @param block the front matter with its delimiters; empty if the document has none
     */
    static Outcome change(String block, String lineEnd, Proposal.Property property) {
        try {
            String whole = block.isEmpty() ? "---" + lineEnd + "---" + lineEnd : block;
            FrontMatter matter = FrontMatter.find(whole).orElseThrow();
            String yaml = matter.yaml(whole);
            Map<String, Object> values = values(yaml);
            if (!sameValue(Optional.ofNullable(values.get(property.name())), property.from())) {
                return new Refused(CHANGED_SINCE);
            }
            if (property.to().isPresent()
                    && find(yaml, property)
                            .filter(LocatedProperty::containsComment)
                            .isPresent()) {
                return new Refused(COMMENTED);
            }
            String changed = changedYaml(yaml, lineEnd, property);
            Map<String, Object> expected = new LinkedHashMap<>(values);
            expected.remove(property.name());
            property.to().ifPresent(value -> expected.put(property.name(), normalized(value)));
            if (!values(changed).equals(expected)) {
                return new Refused(UNUSABLE);
            }
            boolean isNeeded = !(changed.isBlank() && block.isEmpty());
            return new Changed(
                    isNeeded
                            ? whole.substring(0, matter.yamlStart()) + changed + whole.substring(matter.yamlEnd())
                            : "");
        } catch (YAMLException | ClassCastException | NumberFormatException | StackOverflowError e) {
            // SnakeYAML reports a few malformed scalars and deep nesting with the last three.
            return new Refused(UNUSABLE);
        }
    }

    private static boolean sameValue(Optional<Object> found, Optional<Object> expected) {
        return found.equals(expected.map(YamlProperty::normalized));
    }

    /** Returns the values of all properties, scalars as their text. */
    private static Map<String, Object> values(String yaml) {
        Map<String, Object> values = new LinkedHashMap<>();
        LocatedProperty.allIn(yaml).forEach(property -> {
            if (values.put(property.name(), property.valueText()) != null) {
                throw new YAMLException("duplicate key");
            }
        });
        return values;
    }

    private static Object normalized(Object value) {
        return value instanceof List<?> list
                ? list.stream().map(YamlProperty::normalized).toList()
                : value.toString();
    }

    private static Optional<LocatedProperty> find(String yaml, Proposal.Property property) {
        return LocatedProperty.allIn(yaml).stream()
                .filter(it -> property.name().equals(it.name()))
                .findFirst();
    }

    private static String changedYaml(String yaml, String lineEnd, Proposal.Property property) {
        Optional<LocatedProperty> found = find(yaml, property);
        if (found.isEmpty()) {
            String separator = yaml.isEmpty() || yaml.endsWith("\n") ? "" : lineEnd;
            return property.to()
                    .map(value -> yaml + separator + scalar(property.name(), true) + ": " + flow(value) + lineEnd)
                    .orElse(yaml);
        }
        LocatedProperty old = found.get();
        int valueEnd = old.valueEnd();
        if (property.to().isEmpty()) {
            int lineStart = yaml.lastIndexOf('\n', old.keyStart() - 1) + 1;
            int newline = yaml.indexOf('\n', valueEnd);
            return yaml.substring(0, lineStart) + (newline < 0 ? "" : yaml.substring(newline + 1));
        }
        return yaml.substring(0, old.colonEnd())
                + written(lineEnd, old, property.to().get())
                + yaml.substring(valueEnd);
    }

    /** Returns the new value with the space before it. A list in place of a block list is a block list too. */
    private static String written(String lineEnd, LocatedProperty old, Object value) {
        boolean isBlockList = old.value() instanceof SequenceNode sequence
                && sequence.getFlowStyle() == DumperOptions.FlowStyle.BLOCK
                && value instanceof List<?> list
                && !list.isEmpty();
        if (!isBlockList) {
            return " " + flow(value);
        }
        String yaml = old.yaml();
        int first = old.valueStart();
        String indent = yaml.substring(yaml.lastIndexOf('\n', first - 1) + 1, first);
        return ((List<?>) value)
                .stream()
                        .map(item -> lineEnd + indent + "- " + scalar(item, false))
                        .collect(Collectors.joining());
    }

    private static String flow(Object value) {
        return value instanceof List<?> list
                ? list.stream().map(item -> scalar(item, true)).collect(Collectors.joining(", ", "[", "]"))
                : scalar(value, false);
    }

    /** Returns a scalar without quotes if YAML reads it as the same text, else in double quotes. */
    private static String scalar(Object value, boolean isInFlow) {
        String text = value.toString();
        boolean isSafe = !isInFlow || text.chars().noneMatch(c -> ",[]{}".indexOf(c) >= 0);
        return isSafe && readsBack(text, value instanceof String) ? text : quoted(text);
    }

    private static boolean readsBack(String text, boolean isString) {
        if (text.isBlank() || text.contains("\n") || !text.equals(text.strip())) {
            return false;
        }
        try {
            Yaml yaml = FrontMatter.parser();
            boolean isSame = yaml.compose(new StringReader("k: " + text)) instanceof MappingNode mapping
                    && mapping.getValue().getFirst().getValueNode() instanceof ScalarNode scalar
                    && scalar.getValue().equals(text);
            Object loaded = isSame ? yaml.load(text) : null;
            // A date has no type of its own in JSON.
            return isSame && (!isString || loaded instanceof String || loaded instanceof Date);
        } catch (YAMLException | NumberFormatException e) {
            return false;
        }
    }

    private static String quoted(String text) {
        return "\""
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\t", "\\t") + "\"";
    }
}
