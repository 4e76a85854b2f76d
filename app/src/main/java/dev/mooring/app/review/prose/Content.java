package dev.mooring.app.review.prose;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A node of a rendered text, with its range in the Markdown source of one side. */
sealed interface Content {

    /** Returns where the source begins. */
    int from();

    /** Returns where the source ends. */
    int to();

    /** Returns whether both look the same, wherever they are in the source. */
    boolean looksLike(Content other);

    static boolean lookAlike(List<? extends Content> some, List<? extends Content> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < some.size(); i++) {
            if (!some.get(i).looksLike(others.get(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * An HTML element.
     *
     * @param attributes the attributes that make it another element if they change
     * @param details the attributes that may change, such as the address of a link
     */
    record Element(
            String tag,
            Map<String, String> attributes,
            Map<String, String> details,
            List<Content> children,
            int from,
            int to)
            implements Content {

        private static final Set<String> VOID = Set.of("hr", "br", "img", "input");

        boolean isVoid() {
            return VOID.contains(tag);
        }

        /** Returns whether the element is shown as a whole: a formula that is half old and half new means nothing. */
        boolean isAtomic() {
            return isVoid() || attributes.getOrDefault("class", "").startsWith("math");
        }

        /** Returns whether the element can be shown once, with the differences of its content inside. */
        boolean canMergeWith(Element other) {
            return tag.equals(other.tag)
                    && attributes.equals(other.attributes)
                    && (!isAtomic() || lookAlike(children, other.children));
        }

        @Override
        public boolean looksLike(Content other) {
            return other instanceof Element element
                    && tag.equals(element.tag)
                    && attributes.equals(element.attributes)
                    && details.equals(element.details)
                    && lookAlike(children, element.children);
        }
    }

    /** Text, with the source of each character. */
    final class Letters implements Content {

        private final String text;
        private final int[] starts;
        private final int[] ends;

        /**
         * Creates a text.
         *
         * @param starts where the source of each character begins
         * @param ends where the source of each character ends
         */
        Letters(String text, int[] starts, int[] ends) {
            this.text = text;
            this.starts = starts;
            this.ends = ends;
        }

        String text() {
            return text;
        }

        int start(int index) {
            return starts[index];
        }

        int end(int index) {
            return ends[index];
        }

        /** Returns the text from one character to another. */
        Letters slice(int from, int to) {
            return new Letters(
                    text.substring(from, to), Arrays.copyOfRange(starts, from, to), Arrays.copyOfRange(ends, from, to));
        }

        /** Returns another text of the same length, from the same source. */
        Letters with(String other) {
            return new Letters(other, starts, ends);
        }

        @Override
        public int from() {
            return starts.length == 0 ? 0 : starts[0];
        }

        @Override
        public int to() {
            return ends.length == 0 ? 0 : ends[ends.length - 1];
        }

        @Override
        public boolean looksLike(Content other) {
            return other instanceof Letters letters && text.equals(letters.text);
        }
    }
}
