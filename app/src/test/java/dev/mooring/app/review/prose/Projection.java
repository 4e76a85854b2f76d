package dev.mooring.app.review.prose;

import dev.mooring.vault.review.ReviewedDocument;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The HTML of a document, and what remains of it when one reads only the old or only the new text. */
final class Projection {

    private static final Pattern TAG = Pattern.compile("<(/?)([a-z0-9]+)([^>]*)>");
    private static final Set<String> VOID = Set.of("hr", "br", "img", "input");

    /** Attributes that show the new value if a suggestion changes them; they are no text. */
    private static final Pattern DETAILS = Pattern.compile(
            " (data-s|data-a|data-was|value|href|title|data-language)=\"[^\"]*\"| class=\"(left|right|center)\"");

    private Projection() {}

    static String html(String raw) {
        DocumentView view = DocumentView.prose(ReviewedDocument.of("a.md", raw));
        return IntStream.range(0, view.parts())
                .mapToObj(view::rows)
                .flatMap(rows -> rows.stream().map(DocumentRow::html))
                .collect(Collectors.joining("\n"));
    }

    static String withoutDetails(String html) {
        return DETAILS.matcher(html).replaceAll("").replaceAll("\n+", "\n").strip();
    }

    /** Returns the HTML without the struck-out parts. */
    static String after(String html) {
        return without(html, "del", "old", "ins", "new");
    }

    /** Returns the HTML without the inserted parts. */
    static String before(String html) {
        return without(html, "ins", "new", "del", "old");
    }

    private static String without(String html, String gone, String goneClass, String kept, String keptClass) {
        var out = new StringBuilder();
        Deque<Boolean> hides = new ArrayDeque<>(); // whether each open element hides its content
        int hidden = 0;
        int at = 0;
        Matcher tag = TAG.matcher(html);
        while (tag.find()) {
            if (hidden == 0) {
                out.append(html, at, tag.start());
            }
            at = tag.end();
            boolean isVoid = VOID.contains(tag.group(2));
            boolean isEnd = !tag.group(1).isEmpty();
            if (isEnd) {
                if (hidden == 0 && !tag.group(2).equals(kept)) {
                    out.append(tag.group());
                }
                hidden -= hides.pop() ? 1 : 0;
                continue;
            }
            boolean hidesContent = tag.group(2).equals(gone) || hasClass(tag.group(3), goneClass);
            if (!isVoid) {
                hides.push(hidesContent);
                hidden += hidesContent ? 1 : 0;
            }
            if (hidden == 0 && !hidesContent && !tag.group(2).equals(kept)) {
                out.append(withoutClass(tag.group(), keptClass));
            }
        }
        if (hidden == 0) {
            out.append(html, at, html.length());
        }
        return withoutDetails(out.toString());
    }

    private static boolean hasClass(String attributes, String name) {
        return Pattern.compile(" class=\"([^\"]* )?" + name + "\"")
                .matcher(attributes)
                .find();
    }

    private static String withoutClass(String tag, String name) {
        return tag.replaceAll(" class=\"" + name + "\"", "").replaceAll(" " + name + "\"", "\"");
    }
}
