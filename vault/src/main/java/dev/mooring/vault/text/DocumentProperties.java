package dev.mooring.vault.text;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Reads the properties in the front matter of a document, with their values as they are written: a date stays a date.
 *
 * <p>Almost all front matter consists of scalars and lists of plain words. This class reads those itself, because a YAML
 * parser takes longer than the rest of indexing. The YAML parser reads everything else.
 */
public final class DocumentProperties {

    private final String yaml;
    private final Map<String, List<String>> found = new LinkedHashMap<>();

    private DocumentProperties(String yaml) {
        this.yaml = yaml;
    }

    /**
     * Returns the values of each property: one for a scalar, several for a list, none for an empty property or a nested
     * structure. Returns an empty map if the front matter is missing or invalid.
     */
    public static Map<String, List<String>> of(String text) {
        Optional<FrontMatter> matter = text.startsWith("---") ? FrontMatter.find(text) : Optional.empty();
        if (matter.isEmpty()) {
            return Map.of();
        }
        var properties = new DocumentProperties(matter.get().yaml(text));
        return properties.readSimple() ? properties.found : properties.readYaml();
    }

    /** Reads simple front matter line by line. Returns false if a line is not simple. */
    private boolean readSimple() {
        if (yaml.indexOf('\t') >= 0) {
            return false;
        }
        List<String> list = null;
        for (String line : yaml.split("\n", -1)) {
            String plain = line.stripTrailing();
            if (plain.isEmpty()) {
                continue;
            }
            String item = plain.stripLeading();
            if (item.startsWith("- ")) {
                String value = scalar(item.substring(2).strip());
                if (list == null || value == null) {
                    return false;
                }
                list.add(value);
                continue;
            }
            int colon = plain.indexOf(':');
            if (colon <= 0 || !isName(plain, colon) || (colon + 1 < plain.length() && plain.charAt(colon + 1) != ' ')) {
                return false;
            }
            list = values(plain.substring(colon + 1).strip());
            if (list == null || found.put(plain.substring(0, colon), list) != null) {
                return false;
            }
        }
        return true;
    }

    private static boolean isName(String line, int end) {
        for (int i = 0; i < end; i++) {
            char c = line.charAt(i);
            boolean isInner = c == '-' || c == ' ' || c == '_';
            if (!Character.isLetterOrDigit(c) && (!isInner || i == 0 || i == end - 1)) {
                return false;
            }
        }
        return true;
    }

    /** Returns a list that the lines after it may extend, or null if the value is not simple. */
    private static @Nullable List<String> values(String value) {
        List<String> values = new ArrayList<>(1);
        if (value.isEmpty() || value.equals("[]")) {
            return values;
        }
        boolean isList = value.startsWith("[") && value.endsWith("]") && value.indexOf('[', 1) < 0;
        String[] parts = isList ? value.substring(1, value.length() - 1).split(",", -1) : new String[] {value};
        for (String part : parts) {
            String scalar = scalar(part.strip());
            if (scalar == null) {
                return null;
            }
            values.add(scalar);
        }
        return values;
    }

    /** Returns the value of a plain or quoted scalar, or null if it needs a YAML parser. */
    private static @Nullable String scalar(String value) {
        if (value.isEmpty()) {
            return null;
        }
        char first = value.charAt(0);
        if (first == '"' || first == '\'') {
            boolean isSimple = value.length() > 2
                    && value.indexOf(first, 1) == value.length() - 1
                    && value.indexOf('\\') < 0
                    && value.indexOf(',') < 0;
            return isSimple ? value.substring(1, value.length() - 1) : null;
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean isPlain = Character.isLetterOrDigit(c) || " ./_-+()".indexOf(c) >= 0;
            if (!isPlain || (i == 0 && !Character.isLetterOrDigit(c))) {
                return null;
            }
        }
        return isNull(value) ? null : value;
    }

    private static boolean isNull(String value) {
        return value.equalsIgnoreCase("null");
    }

    private Map<String, List<String>> readYaml() {
        found.clear();
        try {
            Node root = FrontMatter.parser().compose(new StringReader(yaml));
            if (root instanceof MappingNode map) {
                map.getValue().forEach(entry -> {
                    if (entry.getKeyNode() instanceof ScalarNode name) {
                        found.put(name.getValue(), values(entry.getValueNode()));
                    }
                });
            }
        } catch (YAMLException | ClassCastException | NumberFormatException | StackOverflowError e) {
            // SnakeYAML reports a few malformed scalars and deep nesting with the last three.
            return Map.of();
        }
        return found;
    }

    private static List<String> values(Node node) {
        Stream<Node> nodes = node instanceof SequenceNode list ? list.getValue().stream() : Stream.of(node);
        return nodes.<String>mapMulti((each, values) -> {
                    if (each instanceof ScalarNode scalar) {
                        values.accept(scalar.getValue());
                    }
                })
                .filter(value -> !value.isEmpty() && !value.equals("~") && !isNull(value))
                .toList();
    }
}
