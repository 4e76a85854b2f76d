package dev.mooring.app.review;

import dev.mooring.app.review.prose.LinkAddresses;
import dev.mooring.app.web.Html;
import dev.mooring.app.web.PageGuard;
import dev.mooring.app.web.PageResponse;
import dev.mooring.app.web.PageUser;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import dev.mooring.vault.review.PendingDocument;
import dev.mooring.vault.review.Review;
import dev.mooring.vault.review.ReviewedDocument;
import dev.mooring.vault.review.Reviewer;
import dev.mooring.vault.review.SuggestionFilter;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
    public @Nullable WebResponse handle(WebRequest request, PageUser user) throws IOException {
        return switch (request.method()) {
            case "POST" -> actions.handle(request, reviewer(user));
            case "GET" -> get(request, user);
            default -> null;
        };
    }

    private @Nullable WebResponse get(WebRequest request, PageUser user) throws IOException {
        return switch (request.path()) {
            case "/" -> PageResponse.html(200, page(request, user));
            case "/review/pending" -> PageResponse.html(200, pending(request));
            case "/review/document" -> PageResponse.html(200, document(request));
            case "/review/part" -> part(request);
            case "/review/text" -> text(request);
            case "/review/image" -> image(request);
            case "/review/link" -> link(request);
            case "/review/changes" -> streams.response(user);
            default -> null;
        };
    }

    static Reviewer reviewer(PageUser user) {
        return new Reviewer(user.session(), user.name());
    }

    private Html page(WebRequest request, PageUser user) throws IOException {
        return new ReviewPage(vaultName, user, review.undoableDecisions(reviewer(user)), canSignOut)
                .html(FilterQuery.of(request), pending(request), document(request));
    }

    private Html pending(WebRequest request) throws IOException {
        FilterQuery filter = FilterQuery.of(request);
        List<PendingDocument> all = review.pending(SuggestionFilter.ALL);
        List<PendingDocument> matching = filter.isEmpty() ? all : review.pending(filter.filter());
        String open = path(request, matching);
        return new PendingFragment(all, matching, filter).html(open);
    }

    /** Returns the requested document, or the first with a matching suggestion. */
    private static String path(WebRequest request, List<PendingDocument> matching) {
        String requested = request.parameter("path");
        if (requested != null && !requested.isBlank()) {
            return requested;
        }
        return matching.isEmpty() ? "" : matching.getFirst().path();
    }

    private Html document(WebRequest request) throws IOException {
        FilterQuery filter = FilterQuery.of(request);
        String requested = request.parameter("path");
        String path =
                requested != null && !requested.isBlank() ? requested : path(request, review.pending(filter.filter()));
        if (path.isEmpty()) {
            return EmptyState.noSuggestions(
                    !filter.isEmpty() && !review.pending(SuggestionFilter.ALL).isEmpty());
        }
        Optional<ReviewedDocument> document = review.open(path);
        return document.isEmpty()
                ? EmptyState.noSuchDocument(path)
                : fragments.html(document.get(), isRaw(request), filter.filter());
    }

    private WebResponse part(WebRequest request) throws IOException {
        String path = request.parameter("path");
        String key = request.parameter("key");
        Optional<ReviewedDocument> document = path == null ? Optional.empty() : review.open(path);
        Optional<Html> part = document.isEmpty() || key == null
                ? Optional.empty()
                : fragments.part(
                        document.get(), isRaw(request), FilterQuery.of(request).filter(), key);
        return part.isPresent()
                ? PageResponse.html(200, part.get())
                : PageResponse.problem(409, "The document has changed.");
    }

    /** Returns the new text of a suggestion, for the person to edit. */
    private WebResponse text(WebRequest request) throws IOException {
        String path = request.parameter("path");
        Optional<ReviewedDocument> document = path == null ? Optional.empty() : review.open(path);
        String id = request.parameter("id");
        Optional<String> text = id == null ? Optional.empty() : document.flatMap(it -> it.editableText(id));
        return text.isPresent()
                ? WebResponse.json(200, Json.object().put("text", text.get()))
                : PageResponse.problem(409, "The suggestion has changed or was decided meanwhile. Reload the page.");
    }

    /** Returns an image of the vault. A picture in SVG can contain scripts, which the policy forbids. */
    private WebResponse image(WebRequest request) throws IOException {
        String target = value(request, "to");
        Optional<String> type = LinkAddresses.mediaType(target);
        Optional<byte[]> image = type.isEmpty() ? Optional.empty() : review.linkedImage(value(request, "from"), target);
        return image.isPresent()
                ? WebResponse.of(200, type.orElseThrow(), image.get())
                        .with("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
                : PageResponse.problem(404, "No such image in this folder.");
    }

    /** Opens the document that a link leads to. */
    private WebResponse link(WebRequest request) {
        String target = value(request, "to");
        String path = review.linkedDocument(value(request, "from"), target).orElse(target);
        return PageResponse.redirect(FilterQuery.NONE.url(path));
    }

    private static String value(WebRequest request, String name) {
        String value = request.parameter(name);
        return value == null ? "" : value;
    }

    private static boolean isRaw(WebRequest request) {
        return "raw".equals(request.parameter("view"));
    }

    /** Closes the event streams of all open pages. */
    @Override
    public void close() {
        streams.close();
    }
}
