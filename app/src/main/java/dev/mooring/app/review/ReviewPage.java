package dev.mooring.app.review;

import dev.mooring.app.web.Html;
import dev.mooring.app.web.PageUser;
import dev.mooring.app.web.SignOutForm;

/** Renders the review page around a document: header, filter, dialogs. */
final class ReviewPage {
    private final String vaultName;
    private final PageUser user;
    private final int undoable;
    private final boolean canSignOut;

    ReviewPage(String vaultName, PageUser user, int undoable, boolean canSignOut) {
        this.vaultName = vaultName;
        this.user = user;
        this.undoable = undoable;
        this.canSignOut = canSignOut;
    }

    Html html(FilterQuery filter, Html pending, Html document) {
        Html html = head().raw("""
            <body>
            <a class="skip" href="#main">Skip to the document</a>
            <header class="bar">
            <button type="button" class="icon menu" data-do="menu" aria-controls="sidebar" aria-expanded="false" \
            aria-label="Documents">☰</button>
            <a class="brand" href="/"><img src="/assets/mooring.svg" alt="" width="26" height="26">
            <span class="product">Mooring</span> <span class="vault">\
            """);
        html.text(vaultName).raw("""
            </span></a>
            <div id="steps" role="group" aria-label="Suggestions of this document" hidden>
            <button type="button" data-do="previous" aria-label="Previous suggestion" title="Previous (k)">‹</button>
            <output class="position"></output>
            <button type="button" data-do="next" aria-label="Next suggestion" title="Next (j)">›</button>
            </div>
            <p class="live" id="live" role="status"><span class="dot"></span><span class="word">Connecting</span></p>
            <button type="button" data-do="undo" id="undo" title="Undo your last decision (u)\"\
            """);
        html.raw(undoable == 0 ? " disabled>Undo</button>\n" : ">Undo</button>\n");
        html.raw("<p class=\"user\" title=\"Your comments carry this name\"><span class=\"sr\">Signed in as </span>")
                .text(user.name())
                .raw("</p>\n");
        if (canSignOut) {
            SignOutForm.addTo(html, user);
        }
        html.raw("""
            <button type="button" class="icon" data-do="help" aria-label="Help" title="Keys and help (?)">?</button>
            </header>
            <div class="frame">
            <nav id="sidebar" aria-label="Documents with suggestions">
            """);
        form(html, filter);
        html.raw("<div id=\"pending\">\n").add(pending).raw("</div>\n");
        if (!user.subject().isEmpty()) {
            html.raw("<p class=\"account\"><a href=\"/account\">Your connected clients</a></p>\n");
        }
        html.raw("</nav>\n");
        html.raw("<main id=\"main\" tabindex=\"-1\">\n").add(document).raw("</main>\n</div>\n");
        overlays(html);
        selectionBar(html);
        dialogs(html);
        return html.raw("<div id=\"notices\" role=\"status\" aria-live=\"polite\"></div>\n</body>\n</html>\n");
    }

    private Html head() {
        return Html.page(vaultName + ": review", "review.css", "review-text.css", "review-cards.css")
                .raw("<meta name=\"csrf-token\"")
                .attribute("content", user.csrfToken())
                .raw(">\n<script type=\"module\" src=\"/assets/review.js\"></script>\n</head>\n");
    }

    private static void form(Html html, FilterQuery filter) {
        html.raw("<form id=\"filter\" role=\"search\" aria-label=\"Filter suggestions\">\n")
                .raw("<input type=\"search\" name=\"text\" placeholder=\"Filter by words  ( / )\" "
                        + "aria-label=\"Words in the text or the path\" autocomplete=\"off\"")
                .attribute("value", filter.text())
                .raw(">\n<div class=\"selects\">");
        select(html, "author", "Author", "Any author", filter.author());
        select(html, "folder", "Folder", "Any folder", filter.folder());
        html.raw("<select name=\"age\" aria-label=\"Age\">");
        FilterQuery.AGES.forEach((age, label) -> FilterQuery.option(html, age, label, age.equals(filter.age())));
        html.raw("</select></div>\n</form>\n");
    }

    /** The script adds the other options, which change while the page is open. */
    private static void select(Html html, String name, String label, String any, String chosen) {
        html.raw("<select")
                .attribute("name", name)
                .attribute("aria-label", label)
                .raw(">");
        FilterQuery.option(html, "", any, chosen.isEmpty());
        if (!chosen.isEmpty()) {
            FilterQuery.option(html, chosen, chosen, true);
        }
        html.raw("</select>");
    }

    /** The marks beside the scroll bar, and the button beside selected text. */
    private static void overlays(Html html) {
        html.raw("""
            <canvas id="rail" aria-hidden="true" width="12"></canvas>
            <div role="region" aria-label="Selected text">
            <button type="button" id="quote" data-do="quote" hidden>Comment on this text</button>
            </div>
            """);
    }

    private static void selectionBar(Html html) {
        html.raw("""
            <div id="selection" role="region" aria-label="Selected suggestions" hidden>
            <span class="number"></span>
            <button type="button" class="accept" data-do="accept-selected">Accept</button>
            <button type="button" class="reject" data-do="reject-selected">Reject</button>
            <button type="button" class="quiet" data-do="clear-selection">Clear</button>
            </div>
            """);
    }

    private static void dialogs(Html html) {
        html.raw("""
            <dialog id="confirm" aria-labelledby="confirm-title">
            <form method="dialog">
            <h2 id="confirm-title"></h2>
            <p class="more"></p>
            <div class="choices"><button value="no" class="quiet">Cancel</button>
            <button value="yes" class="primary" autofocus>Yes</button></div>
            </form>
            </dialog>
            <dialog id="writing" aria-labelledby="writing-title">
            <form method="dialog">
            <h2 id="writing-title"></h2>
            <p class="more"></p>
            <textarea rows="6" aria-labelledby="writing-title" spellcheck="true"></textarea>
            <div class="choices"><button value="no" class="quiet" formnovalidate>Cancel</button>
            <button value="yes" class="primary">Save</button></div>
            </form>
            </dialog>
            <dialog id="help" aria-labelledby="help-title">
            <form method="dialog">
            <h2 id="help-title">Keys</h2>
            <dl class="keys">
            <div><dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>next and previous suggestion, over all documents</dd></div>
            <div><dt><kbd>a</kbd></dt><dd>accept it, or all that are selected</dd></div>
            <div><dt><kbd>r</kbd></dt><dd>reject it, or all that are selected</dd></div>
            <div><dt><kbd>R</kbd></dt><dd>reject it, and say why</dd></div>
            <div><dt><kbd>u</kbd></dt><dd>undo your last decision</dd></div>
            <div><dt><kbd>x</kbd></dt><dd>select it</dd></div>
            <div><dt><kbd>e</kbd></dt><dd>change its words, then accept</dd></div>
            <div><dt><kbd>s</kbd></dt><dd>split it, to decide on its parts</dd></div>
            <div><dt><kbd>c</kbd></dt><dd>comment on it, or on the text that you have selected; reply to a comment</dd></div>
            <div><dt><kbd>v</kbd></dt><dd>prose or raw text</dd></div>
            <div><dt><kbd>/</kbd></dt><dd>filter</dd></div>
            <div><dt><kbd>Esc</kbd></dt><dd>leave a field, clear the selection</dd></div>
            <div><dt><kbd>?</kbd></dt><dd>this help</dd></div>
            </dl>
            <p>Old text is <del>struck out</del>, new text is <ins>marked</ins>. A suggestion changes the document
            only when you accept it. If it has changed since you opened it, nothing is decided, and you see its current state.</p>
            <div class="choices"><button class="primary" autofocus>Close</button></div>
            </form>
            </dialog>
            """);
    }
}
