package dev.mooring.app.review.prose;

import dev.mooring.app.review.prose.Content.Element;
import dev.mooring.app.review.prose.Content.Letters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Task boxes: list items that begin with {@code [ ]} or {@code [x]}. */
final class TaskBox {

    private static final int LENGTH = 3;
    private static final Pattern BOX = Pattern.compile("\\[[^\\]\\n]\\]( .*)?", Pattern.DOTALL);

    private TaskBox() {}

    /** Returns the list item with a box if it is a task. */
    static Element in(Element item) {
        if (item.children().isEmpty()
                || !(item.children().getFirst() instanceof Element paragraph)
                || !paragraph.tag().equals("p")
                || paragraph.children().isEmpty()
                || !(paragraph.children().getFirst() instanceof Letters letters)
                || !BOX.matcher(letters.text()).matches()) {
            return item;
        }
        boolean isDone = letters.text().charAt(1) != ' ';
        Map<String, String> attributes = isDone
                ? Map.of("type", "checkbox", "disabled", "", "checked", "", "aria-label", "Done")
                : Map.of("type", "checkbox", "disabled", "", "aria-label", "To do");
        List<Content> inner = new ArrayList<>();
        inner.add(new Element("input", attributes, Map.of(), List.of(), letters.start(0), letters.end(LENGTH - 1)));
        if (letters.text().length() > LENGTH) {
            inner.add(letters.slice(LENGTH, letters.text().length()));
        }
        inner.addAll(paragraph.children().subList(1, paragraph.children().size()));
        List<Content> children = new ArrayList<>(item.children());
        children.set(0, new Element("p", Map.of("class", "task"), Map.of(), inner, paragraph.from(), paragraph.to()));
        return new Element(item.tag(), item.attributes(), item.details(), children, item.from(), item.to());
    }
}
