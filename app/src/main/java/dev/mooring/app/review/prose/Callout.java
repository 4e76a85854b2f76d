package dev.mooring.app.review.prose;

import dev.mooring.app.review.prose.Content.Element;
import dev.mooring.app.review.prose.Content.Letters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Callouts: quotes that begin with {@code [!note] Title}. */
final class Callout {

    private static final Pattern TYPE = Pattern.compile("\\[!([A-Za-z-]{1,30})\\][+-]?[ \\t]*");

    private Callout() {}

    /** Returns the quote as a callout if it is one. */
    static Element of(Element quote) {
        if (quote.children().isEmpty()
                || !(quote.children().getFirst() instanceof Element paragraph)
                || !paragraph.tag().equals("p")
                || paragraph.children().isEmpty()
                || !(paragraph.children().getFirst() instanceof Letters letters)) {
            return quote;
        }
        Matcher type = TYPE.matcher(letters.text());
        if (!type.lookingAt()) {
            return quote;
        }
        List<Content> title = new ArrayList<>();
        List<Content> rest = new ArrayList<>();
        split(letters.slice(type.end(), letters.text().length()), paragraph.children(), title, rest);
        if (title.isEmpty()) {
            title.add(name(letters.slice(type.start(1), type.end(1))));
        }
        List<Content> children = new ArrayList<>();
        children.add(new Element(
                "p",
                Map.of("class", "title"),
                Map.of(),
                title,
                paragraph.from(),
                Math.max(paragraph.from(), title.getLast().to())));
        if (!rest.isEmpty()) {
            children.add(
                    new Element("p", Map.of(), Map.of(), rest, rest.getFirst().from(), paragraph.to()));
        }
        children.addAll(quote.children().subList(1, quote.children().size()));
        return new Element(
                "div",
                Map.of("class", "callout " + type.group(1).toLowerCase(Locale.ROOT)),
                Map.of(),
                children,
                quote.from(),
                quote.to());
    }

    /** Splits the paragraph after its first line. */
    private static void split(Letters first, List<Content> contents, List<Content> title, List<Content> rest) {
        if (!first.text().isEmpty()) {
            title.add(first);
        }
        boolean isTitle = true;
        for (Content content : contents.subList(1, contents.size())) {
            boolean isLineEnd =
                    content instanceof Letters letters && letters.text().equals("\n");
            if (isTitle && isLineEnd) {
                isTitle = false;
            } else {
                (isTitle ? title : rest).add(content);
            }
        }
    }

    /** Returns the type with a capital, for a callout without a title. */
    private static Letters name(Letters type) {
        String text = type.text();
        return type.with(text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1));
    }
}
