package dev.mooring.app.review;

import dev.mooring.app.terminal.FailureText;
import dev.mooring.app.web.PageResponse;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
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
import org.jspecify.annotations.Nullable;
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

    /** Returns the response to an action, or null if there is no such action. */
    @Nullable
    WebResponse handle(WebRequest request, Reviewer reviewer) {
        try {
            ObjectNode result = perform(request, reviewer);
            return result == null
                    ? null
                    : WebResponse.json(200, result.put("undoable", review.undoableDecisions(reviewer)));
        } catch (BadRequest e) {
            return PageResponse.problem(400, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return PageResponse.problem(500, "Cannot write the document: " + FailureText.of(e));
        }
    }

    private @Nullable ObjectNode perform(WebRequest request, Reviewer reviewer) throws IOException, BadRequest {
        return switch (request.path()) {
            case "/review/decide" -> {
                ObjectNode body = body(request);
                String reason = Json.stringAt(body, "reason");
                yield report(
                        reason == null || decision(body) == Decision.ACCEPT
                                ? review.decide(reviewer, decision(body), refs(body))
                                : review.reject(reviewer, refs(body), reason));
            }
            case "/review/decide-everything" -> decideEverything(body(request), reviewer);
            case "/review/accept-as" -> {
                ObjectNode body = body(request);
                yield report(review.acceptAs(reviewer, ref(body), text(body, "text")));
            }
            case "/review/comment" -> {
                ObjectNode body = body(request);
                yield report(review.comment(reviewer, ref(body), text(body, "text")));
            }
            case "/review/resolve" -> report(review.resolve(reviewer, List.of(ref(body(request)))));
            case "/review/delete-comment" -> {
                ObjectNode body = body(request);
                yield report(review.deleteComment(reviewer, ref(body), text(body, "comment")));
            }
            case "/review/comment-on" -> commentOn(body(request), reviewer);
            case "/review/undo" -> undo(reviewer);
            default -> null;
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

    private static ObjectNode body(WebRequest request) throws IOException, BadRequest {
        try {
            if (Json.parse(request.body(MAX_BODY_BYTES)) instanceof ObjectNode object) {
                return object;
            }
        } catch (WebRequest.TooLarge e) {
            throw new BadRequest("Request too large.");
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
