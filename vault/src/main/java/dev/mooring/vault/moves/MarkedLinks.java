package dev.mooring.vault.moves;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.critic.View;
import dev.mooring.vault.links.LinkScanner;
import dev.mooring.vault.links.LocatedLink;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the links of a document with marks: those of both views, those in comments, which neither view shows, and those in
 * the values of proposed properties.
 */
final class MarkedLinks {

    private MarkedLinks() {}

    /**
     * A link of a document.
     *
     * @param places where the target is in the raw text; several if a mark is inside the target, and none if the link is in a
     *     value of a proposed property, which the metadata of its mark contains
     */
    record MarkedLink(LocatedLink link, List<TextRange> places) {}

    /** Returns the links of a text. A link that both views show is returned once. */
    static List<MarkedLink> of(MarkedText text) {
        Map<List<TextRange>, LocatedLink> located = new LinkedHashMap<>();
        for (View view : List.of(text.accepted(), text.rejected())) {
            for (LocatedLink link : LinkScanner.locate(view.text())) {
                List<TextRange> places = view.rawSlices(link.start(), link.end());
                if (areShown(places, text.raw(), view.text().substring(link.start(), link.end()))) {
                    located.putIfAbsent(places, link);
                }
            }
        }
        for (Mark comment : text.comments()) {
            int start = comment.text().start();
            for (LocatedLink link : LinkScanner.locate(comment.text().in(text.raw()))) {
                located.putIfAbsent(List.of(new TextRange(start + link.start(), start + link.end())), link);
            }
        }
        List<MarkedLink> found = new ArrayList<>();
        located.forEach((places, link) -> found.add(new MarkedLink(link, places)));
        text.marks().stream()
                .flatMap(MarkedLinks::proposedValues)
                .flatMap(value -> LinkScanner.locate(value).stream())
                .forEach(link -> found.add(new MarkedLink(link, List.of())));
        return found;
    }

    /**
     * Returns whether the places contain a target as the view shows it. If properties are proposed, the accepted view shows
     * another text in place of the whole front matter.
     */
    private static boolean areShown(List<TextRange> places, String raw, String target) {
        return places.stream()
                .map(place -> place.in(raw))
                .collect(Collectors.joining())
                .equals(target);
    }

    /** Returns the old and the new values of the property that a mark proposes to change. */
    private static Stream<String> proposedValues(Mark mark) {
        return mark.proposal() instanceof Proposal.Property property
                ? Stream.of(property.from(), property.to())
                        .flatMap(Optional::stream)
                        .flatMap(value -> value instanceof List<?> list ? list.stream() : Stream.of(value))
                        .map(String::valueOf)
                : Stream.empty();
    }
}
