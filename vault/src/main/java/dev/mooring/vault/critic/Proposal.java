package dev.mooring.vault.critic;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A change that is proposed by the metadata of a comment, because no mark can stand where the change happens. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed interface Proposal {

    /**
     * A change of one property of the front matter.
     *
     * @param from the value that the property must have: a string, number, boolean or list of them; empty if the property
     *     must not exist
     * @param to the new value; empty to remove the property
     */
    record Property(String name, Optional<Object> from, Optional<Object> to) implements Proposal {

        /** Returns the property before the change as one line of text; empty if it does not exist. */
        public String before() {
            return from.map(value -> name + ": " + text(value)).orElse("");
        }

        /** Returns the property after the change as one line of text; empty if it is removed. */
        public String after() {
            return to.map(value -> name + ": " + text(value)).orElse("");
        }

        private static String text(Object value) {
            return value instanceof List<?> list
                    ? String.join(", ", list.stream().map(String::valueOf).toList())
                    : value.toString();
        }
    }

    /**
     * A move of the document, which rewrites the links to it.
     *
     * @param to the new path, relative to the folder of documents
     */
    record Move(String to) implements Proposal {}

    /** The removal of the document. */
    record Delete() implements Proposal {}

    /** Returns the members of the metadata that describe the proposal. */
    default List<String> members() {
        return switch (this) {
            case Property(String name, Optional<Object> from, Optional<Object> to) -> {
                List<String> members = new ArrayList<>(List.of(MarkJson.member("prop", name)));
                from.ifPresent(value -> members.add(MarkJson.member("from", value)));
                to.ifPresent(value -> members.add(MarkJson.member("to", value)));
                yield members;
            }
            case Move(String to) -> List.of(MarkJson.member("move", to));
            case Delete() -> List.of(MarkJson.member("delete", true));
        };
    }

    /** Reads the proposal from metadata; null if there is none. */
    static @Nullable Proposal read(JsonNode metadata) {
        if (metadata.path("prop").isString()) {
            return new Property(
                    metadata.path("prop").stringValue(), value(metadata.path("from")), value(metadata.path("to")));
        }
        if (metadata.path("move").isString()) {
            return new Move(metadata.path("move").stringValue());
        }
        return metadata.path("delete").isBoolean() && metadata.path("delete").booleanValue() ? new Delete() : null;
    }

    private static Optional<Object> value(JsonNode node) {
        if (node.isMissingNode()) {
            return Optional.empty();
        }
        if (node.isArray()) {
            List<Object> items = new ArrayList<>();
            node.forEach(item -> value(item).ifPresent(items::add));
            return Optional.of(List.copyOf(items));
        }
        return Optional.of(
                node.isBoolean()
                        ? node.booleanValue()
                        : node.isIntegralNumber()
                                ? node.bigIntegerValue()
                                : node.isNumber() ? node.decimalValue() : node.isString() ? node.stringValue() : "");
    }
}
