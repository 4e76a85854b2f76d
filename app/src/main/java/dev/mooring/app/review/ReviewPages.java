package dev.mooring.app.review;

import dev.mooring.app.review.prose.LinkAddresses;
import dev.mooring.app.web.Html;
import dev.mooring.app.web.PageGuard;
import dev.mooring.app.web.PageResponse;
import dev.mooring.app.web.PageUser;
import dev.mooring.mcp.Json;
import dev.mooring.vault.review.PendingDocument;
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
 * Serves the review page at {@code /}, the HTML fragments and actions that its script requests, and its event stream.
 * Each request runs on its own thread.
 */
public final class ReviewPages implements PageGuard.Pages, AutoCloseable {
    private final Review review;
    private final String vaultName;
    private final boolean canSignOut;
    private final ReviewActions actions;
    private final ReviewStreams streams;
    private final DocumentFragments fragments;

    /**
     * Creates the pages. The caller closes the review after the pages.
     *
     * @param vaultName the name of the folder, for people
     * @param canSignOut whether people sign in, so that they can sign out
     */
    public ReviewPages(Review review, String vaultName, InstantSource clock, boolean canSignOut) {
        this.review = review;
        this.vaultName = vaultName;
        this.canSignOut = canSignOut;
        this.actions = new ReviewActions(review);
        this.streams = new ReviewStreams(review);
        this.fragments = new DocumentFragments(clock);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback, PageUser user) throws Exception {
        String path = Request.getPathInContext(request);
        if (request.getMethod().equals("POST")) {
            return actions.handle(path, request, response, callback, reviewer(user));
        }
        if (!request.getMethod().equals("GET")) {
            return false;
        }
        Fields query = Request.extractQueryParameters(request);
        switch (path) {
            case "/" -> PageResponse.html(response, callback, HttpStatus.OK_200, page(query, user));
            case "/review/pending" -> PageResponse.html(response, callback, HttpStatus.OK_200, pending(query));
            case "/review/document" -> PageResponse.html(response, callback, HttpStatus.OK_200, document(query));
            case "/review/part" -> part(query, response, callback);
            case "/review/text" -> text(query, response, callback);
            case "/review/image" -> image(query, response, callback);
            case "/review/link" -> link(query, response, callback);
            case "/review/changes" -> streams.serve(user, response, callback);
            default -> {
                return false;
            }
        }
        return true;
    }

    static Reviewer reviewer(PageUser user) {
        return new Reviewer(user.session(), user.name());
    }

    private Html page(Fields query, PageUser user) throws IOException {
        return new ReviewPage(vaultName, user, review.undoableDecisions(reviewer(user)), canSignOut)
                .html(FilterQuery.of(query), pending(query), document(query));
    }

    private Html pending(Fields query) throws IOException {
        FilterQuery filter = FilterQuery.of(query);
        List<PendingDocument> all = review.pending(SuggestionFilter.ALL);
        List<PendingDocument> matching = filter.isEmpty() ? all : review.pending(filter.filter());
        String open = path(query, matching);
        return new PendingFragment(all, matching, filter).html(open);
    }

    /** Returns the requested document, or the first with a matching suggestion. */
    private static String path(Fields query, List<PendingDocument> matching) {
        String requested = query.getValue("path");
        if (requested != null && !requested.isBlank()) {
            return requested;
        }
        return matching.isEmpty() ? "" : matching.getFirst().path();
    }

    private Html document(Fields query) throws IOException {
        FilterQuery filter = FilterQuery.of(query);
        String requested = query.getValue("path");
        String path =
                requested != null && !requested.isBlank() ? requested : path(query, review.pending(filter.filter()));
        if (path.isEmpty()) {
            return EmptyState.noSuggestions(
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

    /** Sends the new text of a suggestion, for the person to edit. */
    private void text(Fields query, Response response, Callback callback) throws IOException {
        String path = query.getValue("path");
        Optional<ReviewedDocument> document = path == null ? Optional.empty() : review.open(path);
        String id = query.getValue("id");
        Optional<String> text = id == null ? Optional.empty() : document.flatMap(it -> it.editableText(id));
        if (text.isPresent()) {
            PageResponse.json(
                    response, callback, HttpStatus.OK_200, Json.object().put("text", text.get()));
        } else {
            PageResponse.problem(
                    response,
                    callback,
                    HttpStatus.CONFLICT_409,
                    "The suggestion has changed or was decided meanwhile. Reload the page.");
        }
    }

    /** Sends an image of the vault. A picture in SVG can contain scripts, which the policy forbids. */
    private void image(Fields query, Response response, Callback callback) throws IOException {
        String target = value(query, "to");
        Optional<String> type = LinkAddresses.mediaType(target);
        Optional<byte[]> image = type.isEmpty() ? Optional.empty() : review.linkedImage(value(query, "from"), target);
        if (image.isPresent()) {
            response.getHeaders()
                    .put("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
            PageResponse.send(response, callback, HttpStatus.OK_200, type.orElseThrow(), image.get());
        } else {
            PageResponse.problem(response, callback, HttpStatus.NOT_FOUND_404, "No such image in this folder.");
        }
    }

    /** Opens the document that a link leads to. */
    private void link(Fields query, Response response, Callback callback) {
        String target = value(query, "to");
        String path = review.linkedDocument(value(query, "from"), target).orElse(target);
        PageResponse.redirect(response, callback, FilterQuery.of(new Fields()).url(path));
    }

    private static String value(Fields query, String name) {
        String value = query.getValue(name);
        return value == null ? "" : value;
    }

    private static boolean isRaw(Fields query) {
        return "raw".equals(query.getValue("view"));
    }

    /** Closes the event streams of all open pages. */
    @Override
    public void close() {
        streams.close();
    }
}
