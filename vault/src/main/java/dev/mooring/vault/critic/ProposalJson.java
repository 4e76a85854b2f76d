package dev.mooring.vault.critic;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads and writes proposals as members of a mark's metadata. */
final class ProposalJson {

    private ProposalJson() {}

    /** Returns the members that describe a proposal. */
    static List<String> members(Proposal proposal) {
        return switch (proposal) {
            case Proposal.Property(String name, Optional<Object> from, Optional<Object> to) -> {
                List<String> members = new ArrayList<>(List.of(MarkJson.member("prop", name)));
                from.ifPresent(value -> members.add(MarkJson.member("from", value)));
                to.ifPresent(value -> members.add(MarkJson.member("to", value)));
                yield members;
            }
            case Proposal.Move(String to) -> List.of(MarkJson.member("move", to));
            case Proposal.Delete() -> List.of(MarkJson.member("delete", true));
        };
    }

    /** Reads the proposal from metadata; null if the metadata holds no proposal. */
    static @Nullable Proposal read(JsonNode metadata) {
        if (metadata.path("prop").isString()) {
            return new Proposal.Property(
                    metadata.path("prop").stringValue(), value(metadata.path("from")), value(metadata.path("to")));
        }
        if (metadata.path("move").isString()) {
            return new Proposal.Move(metadata.path("move").stringValue());
        }
        JsonNode delete = metadata.path("delete");
        return delete.isBoolean() && delete.booleanValue() ? new Proposal.Delete() : null;
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
        return Optional.of(scalar(node));
    }

    /** Returns a scalar; the empty string for null, because an empty YAML value has this text. */
    private static Object scalar(JsonNode node) {
        if (node.isBoolean()) {
            return node.booleanValue();
        }
        if (node.isIntegralNumber()) {
            return node.bigIntegerValue();
        }
        return node.isNumber() ? node.decimalValue() : node.isString() ? node.stringValue() : "";
    }
}
