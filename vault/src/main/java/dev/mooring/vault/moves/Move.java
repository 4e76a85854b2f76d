package dev.mooring.vault.moves;

import dev.mooring.vault.links.LocatedLink;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A move of a document, with the changes of texts that belong to it. Immutable.
 *
 * @param from the path of the document before the move
 * @param to its path after the move
 * @param changes the change of the document itself first, then those of the documents that link to it
 */
public record Move(String from, String to, List<TextChange> changes) {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String MARK = "MARK";

    /** Copies the list. */
    public Move {
        changes = List.copyOf(changes);
    }

    /** Returns the paths of the other documents that the move changes. */
    public List<String> linkingDocuments() {
        return changes.stream().skip(1).map(TextChange::path).toList();
    }

    TextChange own() {
        return changes.getFirst();
    }

    /** Returns the move that undoes this one. */
    Move inverse() {
        return new Move(
                to,
                from,
                changes.stream()
                        .map(change -> change.inverse(change.path().equals(to) ? from : change.path()))
                        .toList());
    }

    /** Returns the move as JSON, for the journal. */
    String toJson() {
        ObjectNode json = JSON.createObjectNode().put("from", from).put("to", to);
        ArrayNode files = json.putArray("changes");
        for (TextChange change : changes) {
            ObjectNode file = files.addObject()
                    .put("path", change.path())
                    .put("base", change.base())
                    .put("result", change.result());
            ArrayNode places = file.putArray("places");
            for (TextChange.Place place : change.places()) {
                LocatedLink.Style style = place.style();
                places.addObject()
                        .put("style", style == null ? MARK : style.name())
                        .put("start", place.start())
                        .put("before", place.before())
                        .put("after", place.after());
            }
        }
        return json.toString();
    }

    /** Reads a move from the journal; empty if the text is not one. */
    static Optional<Move> fromJson(String text) {
        try {
            JsonNode json = JSON.readTree(text);
            List<TextChange> changes =
                    json.path("changes").valueStream().map(Move::change).toList();
            return changes.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Move(
                            json.path("from").stringValue(), json.path("to").stringValue(), changes));
        } catch (JacksonException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static TextChange change(JsonNode json) {
        return new TextChange(
                json.path("path").stringValue(),
                json.path("base").stringValue(),
                json.path("result").stringValue(),
                json.path("places").valueStream().map(Move::place).toList());
    }

    private static TextChange.Place place(JsonNode json) {
        return new TextChange.Place(
                style(json.path("style").stringValue()),
                json.path("start").intValue(),
                json.path("before").stringValue(),
                json.path("after").stringValue());
    }

    private static LocatedLink.@Nullable Style style(String name) {
        return name.equals(MARK) ? null : LocatedLink.Style.valueOf(name);
    }
}
