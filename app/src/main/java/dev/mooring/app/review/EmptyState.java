package dev.mooring.app.review;

import dev.mooring.app.web.Html;

/** What the page says where there is nothing to see, and what to do next. */
final class EmptyState {
    private EmptyState() {}

    /**
     * There is nothing to decide.
     *
     * @param hasOthers whether something waits that a filter hides
     */
    static Html nothingWaits(boolean hasOthers) {
        return hasOthers ? new Html().raw("""
            <div class="empty">
            <img src="/assets/mooring.svg" alt="" width="64" height="64">
            <h1>No suggestion matches</h1>
            <p>Others wait for a decision, but the filter hides them.</p>
            <button type="button" class="primary" data-do="clear-filter">Clear the filter</button>
            </div>
            """) : new Html().raw("""
                <div class="empty">
                <img src="/assets/mooring.svg" alt="" width="64" height="64">
                <h1>All decided</h1>
                <p>No suggestion waits for you. When an assistant edits a document, its change appears here at
                once, for you to accept or reject.</p>
                <h2>Connect an assistant</h2>
                <p>With Claude Code, for example:</p>
                <pre><code>claude mcp add --transport http notes <span data-endpoint>http://…/mcp</span></code></pre>
                <p>The lines for other clients stand where <code>mooring serve</code> was started.</p>
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
                </strong> is not here, or no longer. A proposed document goes away when it is rejected;
                <kbd>u</kbd> brings it back.</p>
                <p><a class="button" href="/">See what waits</a></p>
                </div>
                """);
    }
}
