package dev.mooring.app.review;

import dev.mooring.app.terminal.FailureText;
import dev.mooring.app.web.PageResponse;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.vault.critic.Decision;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.review.DecisionReport;
import dev.mooring.vault.review.PendingDocument;
import dev.mooring.vault.review.PendingSuggestion;
import dev.mooring.vault.review.Review;
import dev.mooring.vault.review.ReviewedDocument;
import dev.mooring.vault.review.Reviewer;
import dev.mooring.vault.review.SuggestionRef;
import dev.mooring.vault.review.UndoReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Handles the actions of the page: decisions, comments and undo, as JSON requests. */
final class ReviewActions {
    private static final int MAX_BODY_BYTES = 4 * 1024 * 1024;

    private final Review review;

    ReviewActions(Review review) {
        this.review = review;
    }

    /** A malformed request. */
    private static final class BadRequest extends Exception {
        BadRequest(String reason) {
            super(reason);
        }
    }

    boolean handle(String path, Request request, Response response, Callback callback, Reviewer reviewer)
            throws IOException {
        try {
            Optional<ObjectNode> result = perform(path, request, reviewer);
            result.ifPresent(json -> PageResponse.json(
                    response, callback, HttpStatus.OK_200, json.put("undoable", review.undoableDecisions(reviewer))));
            return result.isPresent();
        } catch (BadRequest e) {
            PageResponse.problem(response, callback, HttpStatus.BAD_REQUEST_400, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            PageResponse.problem(
                    response,
                    callback,
                    HttpStatus.INTERNAL_SERVER_ERROR_500,
                    "Cannot write the document: " + FailureText.of(e));
        }
        return true;
    }

    private Optional<ObjectNode> perform(String path, Request request, Reviewer reviewer)
            throws IOException, BadRequest {
        return switch (path) {
            case "/review/decide" -> {
                ObjectNode body = body(request);
                String reason = Json.stringAt(body, "reason");
                yield Optional.of(report(
                        reason == null || decision(body) == Decision.ACCEPT
                                ? review.decide(reviewer, decision(body), refs(body))
                                : review.reject(reviewer, refs(body), reason)));
            }
            case "/review/decide-everything" -> Optional.of(decideEverything(body(request), reviewer));
            case "/review/accept-as" -> {
                ObjectNode body = body(request);
                yield Optional.of(report(review.acceptAs(reviewer, ref(body), text(body, "text"))));
            }
            case "/review/comment" -> {
                ObjectNode body = body(request);
                yield Optional.of(report(review.comment(reviewer, ref(body), text(body, "text"))));
            }
            case "/review/resolve" -> Optional.of(report(review.resolve(reviewer, List.of(ref(body(request))))));
            case "/review/delete-comment" -> {
                ObjectNode body = body(request);
                yield Optional.of(report(review.deleteComment(reviewer, ref(body), text(body, "comment"))));
            }
            case "/review/comment-on" -> Optional.of(commentOn(body(request), reviewer));
            case "/review/undo" -> Optional.of(undo(reviewer));
            default -> Optional.empty();
        };
    }

    /** Decides on all matches of a filter, if they are still the suggestions that the person saw. */
    private ObjectNode decideEverything(ObjectNode body, Reviewer reviewer) throws IOException, BadRequest {
        List<PendingDocument> matching = review.pending(FilterQuery.of(body).filter());
        if (!PendingFragment.fingerprint(matching).equals(text(body, "fingerprint"))) {
            return Json.object().put("outdated", true);
        }
        List<SuggestionRef> refs = matching.stream()
                .flatMap(document -> document.suggestions().stream())
                .map(PendingSuggestion::ref)
                .toList();
        return report(review.decide(reviewer, decision(body), refs));
    }

    /** Comments on selected text. */
    private ObjectNode commentOn(ObjectNode body, Reviewer reviewer) throws IOException, BadRequest {
        String path = text(body, "path");
        Optional<ReviewedDocument> document = review.open(path);
        if (document.isEmpty()) {
            return Json.object().put("refused", "The document does not exist any more.");
        }
        TextRange passage = SelectedPassage.in(
                document.get().text().accepted().text(),
                body.path("from").asInt(0),
                body.path("to").asInt(0),
                text(body, "quote"),
                body.path("occurrence").asInt(0));
        ObjectNode json = Json.object();
        review.commentOn(reviewer, path, text(body, "version"), passage, text(body, "text"))
                .ifPresent(reason -> json.put("refused", reason));
        return json;
    }

    private ObjectNode undo(Reviewer reviewer) throws IOException {
        ObjectNode json = Json.object();
        Optional<UndoReport> report = review.undo(reviewer);
        report.ifPresent(undone -> {
            json.put("what", undone.decision());
            ArrayNode restored = json.putArray("restored");
            undone.restored().forEach(restored::add);
            ArrayNode conflicts = json.putArray("conflicts");
            undone.conflicts().forEach(conflicts::add);
        });
        return json;
    }

    private static ObjectNode report(DecisionReport report) {
        ObjectNode json = Json.object().put("done", report.applied().size());
        ArrayNode moved = json.putArray("moved");
        report.moved()
                .forEach(each -> moved.addObject()
                        .put("from", each.from())
                        .put("to", each.to())
                        .put("links", each.rewritten().size()));
        ArrayNode refused = json.putArray("refused");
        report.refused()
                .forEach(each -> refused.addObject()
                        .put("path", each.ref().path())
                        .put("id", each.ref().id())
                        .put("reason", each.reason()));
        return json;
    }

    private static ObjectNode body(Request request) throws IOException, BadRequest {
        try (var in = Content.Source.asInputStream(request)) {
            byte[] bytes = in.readNBytes(MAX_BODY_BYTES + 1);
            if (bytes.length > MAX_BODY_BYTES) {
                throw new BadRequest("Request too large.");
            }
            if (Json.parse(bytes) instanceof ObjectNode object) {
                return object;
            }
        } catch (MalformedJson e) {
            throw new BadRequest("Malformed JSON.");
        }
        throw new BadRequest("Expected a JSON object.");
    }

    private static Decision decision(ObjectNode body) throws BadRequest {
        return switch (text(body, "decision")) {
            case "accept" -> Decision.ACCEPT;
            case "reject" -> Decision.REJECT;
            default -> throw new BadRequest("decision must be accept or reject.");
        };
    }

    private static SuggestionRef ref(JsonNode json) throws BadRequest {
        return new SuggestionRef(text(json, "path"), text(json, "id"));
    }

    private static List<SuggestionRef> refs(ObjectNode body) throws BadRequest {
        List<SuggestionRef> refs = new ArrayList<>();
        for (JsonNode each : body.path("suggestions")) {
            refs.add(ref(each));
        }
        return refs;
    }

    private static String text(JsonNode json, String name) throws BadRequest {
        String value = Json.stringAt(json, name);
        if (value == null) {
            throw new BadRequest(name + " is missing.");
        }
        return value;
    }
}
