package dev.mooring.app.web;

/** A builder of HTML. Only {@link #raw} accepts markup; all other methods escape their text. */
public final class Html {
    private final StringBuilder out = new StringBuilder();

    /** Appends markup unescaped: only constants of the program, or the output of another {@code Html}. */
    public Html raw(String markup) {
        out.append(markup);
        return this;
    }

    /** Appends the markup of another builder. */
    public Html add(Html other) {
        out.append(other.out);
        return this;
    }

    /** Appends text, escaped for use between tags and inside quoted attributes. */
    public Html text(CharSequence text) {
        return text(text, 0, text.length());
    }

    /** Appends a part of a text, escaped. */
    public Html text(CharSequence text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                case '\0' -> out.append('\uFFFD');
                default -> out.append(c);
            }
        }
        return this;
    }

    /** Appends a space and an attribute with an escaped value. */
    public Html attribute(String name, CharSequence value) {
        out.append(' ').append(name).append("=\"");
        return text(value).raw("\"");
    }

    /** Returns the number of characters so far. */
    public int length() {
        return out.length();
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
