package dev.mooring.vault.text;

import java.io.StringReader;
import java.util.List;
import java.util.stream.Stream;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * A property in the YAML text of front matter, with its position.
 *
 * @param yaml the whole text
 */
public record LocatedProperty(String yaml, NodeTuple tuple) {
    /**
     * Returns all properties of a text, in their order.
     *
     * @throws YAMLException if the text is not valid YAML
     * @throws ClassCastException if the text is not a list of properties
     */
    public static List<LocatedProperty> allIn(String yaml) {
        Node root = FrontMatter.parser().compose(new StringReader(yaml));
        return root == null
                ? List.of()
                : ((MappingNode) root)
                        .getValue().stream()
                                .map(tuple -> new LocatedProperty(yaml, tuple))
                                .toList();
    }

    /** Returns the name. */
    public String name() {
        return nameOf(tuple);
    }

    static String nameOf(NodeTuple tuple) {
        return String.valueOf(text(tuple.getKeyNode()));
    }

    /** Returns the value. */
    public Node value() {
        return tuple.getValueNode();
    }

    /** Returns the value with scalars as their text. */
    public Object valueText() {
        return text(value());
    }

    private static Object text(Node node) {
        return switch (node) {
            case ScalarNode scalar -> scalar.getValue();
            case SequenceNode sequence ->
                sequence.getValue().stream().map(LocatedProperty::text).toList();
            case MappingNode mapping ->
                mapping.getValue().stream()
                        .map(tuple -> List.of(text(tuple.getKeyNode()), text(tuple.getValueNode())))
                        .toList();
            default -> throw new YAMLException("unsupported node");
        };
    }

    /** Returns where the property begins. */
    public int keyStart() {
        return position(tuple.getKeyNode().getStartMark());
    }

    /** Returns the position after the colon. */
    public int colonEnd() {
        return yaml.indexOf(':', position(tuple.getKeyNode().getEndMark())) + 1;
    }

    /** Returns where the value begins. */
    public int valueStart() {
        return position(value().getStartMark());
    }

    /** Returns where the property ends, without the line break after it. */
    public int valueEnd() {
        return Math.max(colonEnd(), end(value()));
    }

    /** Returns whether a comment stands between the colon and the value, or between the parts of the value. */
    public boolean containsComment() {
        int at = colonEnd();
        int index = yaml.codePointCount(0, at);
        for (Node scalar : scalars(value()).toList()) {
            int start = scalar.getStartMark().getIndex();
            int end = scalar.getEndMark().getIndex();
            // An alias has the position of its anchor.
            if (start >= index) {
                int next = yaml.offsetByCodePoints(at, start - index);
                if (yaml.indexOf('#', at, next) >= 0) {
                    return true;
                }
                at = yaml.offsetByCodePoints(next, end - start);
                index = end;
            }
        }
        return at < valueEnd() && yaml.indexOf('#', at, valueEnd()) >= 0;
    }

    private static Stream<Node> scalars(Node node) {
        return switch (node) {
            case SequenceNode sequence -> sequence.getValue().stream().flatMap(LocatedProperty::scalars);
            case MappingNode mapping ->
                mapping.getValue().stream()
                        .flatMap(tuple -> Stream.of(tuple.getKeyNode(), tuple.getValueNode()))
                        .flatMap(LocatedProperty::scalars);
            default -> Stream.of(node);
        };
    }

    private int end(Node node) {
        if (node instanceof SequenceNode sequence
                && sequence.getFlowStyle() == DumperOptions.FlowStyle.BLOCK
                && !sequence.getValue().isEmpty()) {
            return end(sequence.getValue().getLast());
        }
        if (node instanceof MappingNode mapping
                && mapping.getFlowStyle() == DumperOptions.FlowStyle.BLOCK
                && !mapping.getValue().isEmpty()) {
            return end(mapping.getValue().getLast().getValueNode());
        }
        int end = position(node.getEndMark());
        while (end > 0 && Character.isWhitespace(yaml.charAt(end - 1))) {
            end--;
        }
        return end;
    }

    /** Converts a position of SnakeYAML, which counts code points. */
    private int position(Mark mark) {
        return yaml.offsetByCodePoints(0, mark.getIndex());
    }
}
