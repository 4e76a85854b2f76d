package dev.mooring.app.review;

import dev.mooring.app.web.Html;
import dev.mooring.app.web.PageGuard;
import dev.mooring.app.web.PageResponse;
import dev.mooring.app.web.PageUser;
import dev.mooring.mcp.Json;
import dev.mooring.vault.review.PendingDocument;
import dev.mooring.vault.review.PendingSuggestion;
import dev.mooring.vault.review.Review;
import dev.mooring.vault.review.ReviewedDocument;
import dev.mooring.vault.review.Reviewer;
import dev.mooring.vault.review.SuggestionFilter;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/**
 * The page at {@code /} and what it asks for while somebody is at it: fragments of HTML, decisions, and a stream of
 * changes. Each request runs on a thread of its own.
 */
public final class ReviewPages implements PageGuard.Pages, AutoCloseable {
    private final Review review;
    private final String vaultName;
    private final boolean asksForTokens;
    private final ReviewActions actions;
    private final ChangeStreams streams;
    private final DocumentFragments fragments;

    /**
     * Pages about a review that stays the caller's to close, after these.
     *
     * @param vaultName what people call the folder
     * @param asksForTokens whether people sign in, and so may sign out
     */
    public ReviewPages(Review review, String vaultName, InstantSource clock, boolean asksForTokens) {
        this.review = review;
        this.vaultName = vaultName;
        this.asksForTokens = asksForTokens;
        this.actions = new ReviewActions(review);
        this.streams = new ChangeStreams(review);
        this.fragments = new DocumentFragments(clock);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback, PageUser visitor) throws Exception {
        String path = Request.getPathInContext(request);
        if (request.getMethod().equals("POST")) {
            return actions.handle(path, request, response, callback, reviewer(visitor));
        }
        if (!request.getMethod().equals("GET")) {
            return false;
        }
        Fields query = Request.extractQueryParameters(request);
        switch (path) {
            case "/" -> PageResponse.html(response, callback, HttpStatus.OK_200, page(query, visitor));
            case "/review/pending" -> PageResponse.html(response, callback, HttpStatus.OK_200, pending(query));
            case "/review/document" -> PageResponse.html(response, callback, HttpStatus.OK_200, document(query));
            case "/review/part" -> part(query, response, callback);
            case "/review/words" -> words(query, response, callback);
            case "/review/changes" -> streams.serve(response, callback);
            default -> {
                return false;
            }
        }
        return true;
    }

    static Reviewer reviewer(PageUser visitor) {
        return new Reviewer(visitor.session(), visitor.name());
    }

    private Html page(Fields query, PageUser visitor) throws IOException {
        return new PageShell(vaultName, visitor, review.undoable(reviewer(visitor)), asksForTokens)
                .html(FilterQuery.of(query), pending(query), document(query));
    }

    private Html pending(Fields query) throws IOException {
        FilterQuery filter = FilterQuery.of(query);
        List<PendingDocument> all = review.pending(SuggestionFilter.ALL);
        List<PendingDocument> matching = filter.isEmpty() ? all : review.pending(filter.filter());
        String open = path(query, matching);
        return new PendingFragment(all, matching, filter).html(open);
    }

    /** The document that was asked for, or the first with something to decide. */
    private static String path(Fields query, List<PendingDocument> matching) {
        String asked = query.getValue("path");
        if (asked != null && !asked.isBlank()) {
            return asked;
        }
        return matching.isEmpty() ? "" : matching.getFirst().path();
    }

    private Html document(Fields query) throws IOException {
        FilterQuery filter = FilterQuery.of(query);
        String asked = query.getValue("path");
        String path = asked != null && !asked.isBlank() ? asked : path(query, review.pending(filter.filter()));
        if (path.isEmpty()) {
            return EmptyState.nothingWaits(
                    !filter.isEmpty() && !review.pending(SuggestionFilter.ALL).isEmpty());
        }
        Optional<ReviewedDocument> document = review.open(path);
        return document.isEmpty()
                ? EmptyState.noSuchDocument(path)
                : fragments.html(document.get(), isRaw(query), filter.filter());
    }

    private void part(Fields query, Response response, Callback callback) throws IOException {
        String path = query.getValue("path");
        String key = query.getValue("key");
        Optional<ReviewedDocument> document = path == null ? Optional.empty() : review.open(path);
        Optional<Html> part = document.isEmpty() || key == null
                ? Optional.empty()
                : fragments.part(
                        document.get(), isRaw(query), FilterQuery.of(query).filter(), key);
        if (part.isPresent()) {
            PageResponse.html(response, callback, HttpStatus.OK_200, part.get());
        } else {
            PageResponse.problem(response, callback, HttpStatus.CONFLICT_409, "The document has changed.");
        }
    }

    /** The words that a suggestion would put into the document, for a person to change. */
    private void words(Fields query, Response response, Callback callback) throws IOException {
        String path = query.getValue("path");
        Optional<ReviewedDocument> document = path == null ? Optional.empty() : review.open(path);
        Optional<PendingSuggestion> suggestion = document.flatMap(it -> it.pending().stream()
                .filter(each -> each.ref().id().equals(query.getValue("id")))
                .findFirst());
        if (suggestion.isPresent()) {
            PageResponse.json(
                    response,
                    callback,
                    HttpStatus.OK_200,
                    Json.object().put("words", suggestion.get().after()));
        } else {
            PageResponse.problem(
                    response, callback, HttpStatus.CONFLICT_409, "It has changed or was decided in the meantime.");
        }
    }

    private static boolean isRaw(Fields query) {
        return "raw".equals(query.getValue("view"));
    }

    /** Ends the streams of changes, which would otherwise go on for as long as anybody listens. */
    @Override
    public void close() {
        streams.close();
    }
}
