package dev.mooring.app.web;

/** A builder of HTML. Only {@link #raw} accepts markup; all other methods escape their text. */
public final class Html {
    private final StringBuilder out = new StringBuilder();

    /**
     * Starts a page of this program, with the common styles and icon. The caller may add elements to the head, and closes it.
     *
     * @param title the title of the page, unescaped
     * @param styles the names of further style sheets, below {@code /assets/}
     */
    public static Html page(String title, String... styles) {
        Html page = new Html().raw("""
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\
            """).text(title).raw("""
            </title>
            <link rel="icon" href="/assets/mooring.svg">
            <link rel="stylesheet" href="/assets/mooring.css">
            """);
        for (String style : styles) {
            page.raw("<link rel=\"stylesheet\"")
                    .attribute("href", "/assets/" + style)
                    .raw(">\n");
        }
        return page;
    }

    /** Appends the {@code meta} element that redirects to another page. */
    public Html redirect(String address) {
        return raw("<meta http-equiv=\"refresh\"")
                .attribute("content", "0;url=" + address)
                .raw(">\n");
    }

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

    @Override
    public String toString() {
        return out.toString();
    }
}
