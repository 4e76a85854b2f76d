package dev.mooring.app.review;

import dev.mooring.app.web.Html;

/** The messages that the page shows instead of a document. */
final class EmptyState {
    private EmptyState() {}

    /**
     * Returns the message for a page on which no suggestion is pending or matches.
     *
     * @param hasOthers whether the filter hides pending suggestions
     */
    static Html noSuggestions(boolean hasOthers) {
        return hasOthers ? new Html().raw("""
            <div class="empty">
            <img src="/assets/mooring.svg" alt="" width="64" height="64">
            <h1>No suggestion matches</h1>
            <p>The filter hides all pending suggestions.</p>
            <button type="button" class="primary" data-do="clear-filter">Clear the filter</button>
            </div>
            """) : new Html().raw("""
                <div class="empty">
                <img src="/assets/mooring.svg" alt="" width="64" height="64">
                <h1>Nothing to review</h1>
                <p>When an assistant edits a document, its change appears here at once, for you to accept or
                reject.</p>
                <h2>Connect an assistant</h2>
                <p>With Claude Code, for example:</p>
                <pre><code>claude mcp add --transport http notes <span data-endpoint>http://…/mcp</span></code></pre>
                <p><code>mooring serve</code> prints the lines for other clients when it starts.</p>
                </div>
                """);
    }

    static Html noSuchDocument(String path) {
        return new Html().raw("""
            <div class="empty">
            <img src="/assets/mooring.svg" alt="" width="64" height="64">
            <h1>No such document</h1>
            <p><strong>\
            """).text(path).raw("""
                </strong> does not exist. Rejecting a proposed document removes it; <kbd>u</kbd> restores it.</p>
                <p><a class="button" href="/">Show pending suggestions</a></p>
                </div>
                """);
    }
}
