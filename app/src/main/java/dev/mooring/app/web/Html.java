package dev.mooring.app.web;

/** HTML in the making. Only {@link #raw} takes markup; everything else is escaped. */
public final class Html {
    private final StringBuilder out = new StringBuilder();

    /** Markup as it is: constants of the program, or what another {@code Html} made. */
    public Html raw(String markup) {
        out.append(markup);
        return this;
    }

    public Html add(Html other) {
        out.append(other.out);
        return this;
    }

    /** Text, safe between tags and inside quoted attributes. */
    public Html text(CharSequence text) {
        return text(text, 0, text.length());
    }

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

    /** An attribute with a space in front. */
    public Html attribute(String name, CharSequence value) {
        out.append(' ').append(name).append("=\"");
        return text(value).raw("\"");
    }

    public int length() {
        return out.length();
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
