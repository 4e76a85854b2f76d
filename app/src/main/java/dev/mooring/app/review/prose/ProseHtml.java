package dev.mooring.app.review.prose;

import dev.mooring.app.review.prose.Content.Element;
import dev.mooring.app.review.prose.Content.Letters;
import dev.mooring.app.web.Html;
import dev.mooring.vault.review.PendingSuggestion;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Writes contents of both sides as HTML. Text of one side only is in {@code del} or {@code ins}; an element of one side
 * only has the class {@code old} or {@code new}. Without {@code del} and {@code .old}, the HTML is the rendered text after
 * all suggestions; without {@code ins} and {@code .new}, it is the one before them.
 */
final class ProseHtml {

    /** The sides on which a content is. */
    enum Presence {
        BOTH,
        OLD,
        NEW
    }

    private record StyledText(Presence presence, int suggestion, int highlight) {

        static final StyledText PLAIN = new StyledText(Presence.BOTH, -1, -1);
    }

    private final Sides sides;
    private final List<PendingSuggestion> suggestions;
    private final Set<Integer> visible = new HashSet<>();
    private final Deque<String> open = new ArrayDeque<>();
    private Html out = new Html();
    private StyledText current = StyledText.PLAIN;

    ProseHtml(Sides sides, List<PendingSuggestion> suggestions) {
        this.sides = sides;
        this.suggestions = suggestions;
    }

    /** Returns the HTML that was written since the last call. */
    String take() {
        begin(StyledText.PLAIN);
        String html = out.toString();
        out = new Html();
        return html;
    }

    /** Returns whether some text of the suggestion was written. */
    boolean isVisible(int suggestion) {
        return visible.contains(suggestion);
    }

    void all(List<? extends Content> contents, Presence presence) {
        contents.forEach(content -> one(content, presence));
    }

    void one(Content content, Presence presence) {
        switch (content) {
            case Letters letters -> {
                for (int i = 0; i < letters.text().length(); i++) {
                    letter(letters, i, presence);
                }
            }
            case Element element -> {
                open(element, element.details(), presence);
                all(element.children(), presence);
                close(element);
            }
        }
    }

    /** Writes a character. */
    void letter(Letters letters, int index, Presence presence) {
        Side side = presence == Presence.OLD ? sides.before() : sides.after();
        int source = letters.start(index);
        int suggestion = -1;
        if (presence != Presence.BOTH) {
            suggestion = suggestion(side, source);
            if (!Character.isWhitespace(letters.text().charAt(index))) {
                visible.add(suggestion);
            }
        }
        int highlight = side.highlightAt(source);
        if (presence != current.presence() || suggestion != current.suggestion() || highlight != current.highlight()) {
            begin(new StyledText(presence, suggestion, highlight));
        }
        out.text(letters.text(), index, index + 1);
    }

    private int suggestion(Side side, int source) {
        int own = side.suggestionAt(source);
        return own >= 0 ? own : sides.suggestionNear(side.common(source));
    }

    /** Opens an element. */
    void open(Element element, Map<String, String> details, Presence presence) {
        begin(StyledText.PLAIN);
        out.raw("<").raw(element.tag());
        Map<String, String> attributes = new TreeMap<>(element.attributes());
        attributes.putAll(details);
        if (presence != Presence.BOTH) {
            attributes.merge("class", presence == Presence.OLD ? "old" : "new", (some, more) -> some + " " + more);
            Side side = presence == Presence.OLD ? sides.before() : sides.after();
            int suggestion = suggestion(side, element.from());
            if (element.isVoid() && suggestion >= 0) {
                visible.add(suggestion);
                attributes.put("data-s", suggestions.get(suggestion).ref().id());
            }
        }
        attributes.forEach((name, value) -> {
            if (value.isEmpty()) {
                out.raw(" ").raw(name);
            } else {
                out.attribute(name, value);
            }
        });
        out.raw(">");
    }

    void close(Element element) {
        begin(StyledText.PLAIN);
        if (!element.isVoid()) {
            out.raw("</").raw(element.tag()).raw(">");
        }
    }

    /** Ends the current text, and begins text with another style. */
    private void begin(StyledText next) {
        while (!open.isEmpty()) {
            out.raw("</").raw(open.pop()).raw(">");
        }
        current = next;
        switch (next.presence()) {
            case OLD -> tag("del", next.suggestion());
            case NEW -> tag("ins", next.suggestion());
            case BOTH -> {
                // plain text
            }
        }
        if (next.highlight() >= 0) {
            int thread = sides.threads().get(next.highlight());
            tag("mark", thread);
            visible.add(thread);
        }
    }

    private void tag(String name, int suggestion) {
        out.raw("<").raw(name);
        if (suggestion >= 0) {
            PendingSuggestion owner = suggestions.get(suggestion);
            out.attribute("data-s", owner.ref().id());
            out.attribute("data-a", AuthorColour.of(owner.authorName()));
        }
        out.raw(">");
        open.push(name);
    }
}
