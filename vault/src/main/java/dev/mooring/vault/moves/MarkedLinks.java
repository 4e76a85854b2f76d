package dev.mooring.vault.moves;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.critic.View;
import dev.mooring.vault.links.LinkScanner;
import dev.mooring.vault.links.LocatedLink;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the links of a document with marks: those of both views, and those in comments, which neither view shows. */
final class MarkedLinks {

    private MarkedLinks() {}

    /** Returns the links by the places of their targets in the raw text. A target with a mark in it has several places. */
    static Map<List<TextRange>, LocatedLink> of(MarkedText text) {
        Map<List<TextRange>, LocatedLink> found = new LinkedHashMap<>();
        for (View view : List.of(text.accepted(), text.rejected())) {
            for (LocatedLink link : LinkScanner.locate(view.text())) {
                found.putIfAbsent(view.rawSlices(link.start(), link.end()), link);
            }
        }
        for (Mark comment : text.comments()) {
            int start = comment.text().start();
            for (LocatedLink link : LinkScanner.locate(comment.text().in(text.raw()))) {
                found.putIfAbsent(List.of(new TextRange(start + link.start(), start + link.end())), link);
            }
        }
        return found;
    }
}
