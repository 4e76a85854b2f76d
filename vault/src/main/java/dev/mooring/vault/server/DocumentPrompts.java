package dev.mooring.vault.server;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Prompt;
import dev.mooring.mcp.server.PromptHandler;
import dev.mooring.mcp.server.PromptResult;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.FileContent;
import dev.mooring.vault.files.Resolution;
import dev.mooring.vault.text.OneLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The prompts of the document server, which clients show as commands, and the completion of their arguments. */
final class DocumentPrompts {

    private static final String FILE_PATH = "file_path";
    private static final String PATH = "path";
    private static final int MAX_LISTED = 50;
    private static final int MAX_FOCUS_LENGTH = 500;

    private final DocumentStore store;
    private final DocumentLookup lookup;

    DocumentPrompts(DocumentStore store) {
        this.store = store;
        this.lookup = new DocumentLookup(store);
    }

    /** Adds the prompts that a server with these options can carry out. */
    void addTo(McpServer.Builder server, DocumentServer.Options options) {
        if (!options.readOnly()) {
            server.prompt(prompt(
                    "address_comments",
                    "Address the open comments",
                    "Makes the changes that the open comments of a document ask for, as suggestions",
                    (arguments, _) -> PromptResult.text(addressComments(arguments)),
                    argument(FILE_PATH, "Path of the document, relative to the vault", true)));
            server.prompt(prompt(
                    "proofread",
                    "Proofread a document",
                    "Corrects spelling, grammar and punctuation of a document, as suggestions",
                    (arguments, _) -> PromptResult.text(proofread(arguments)),
                    argument(FILE_PATH, "Path of the document, relative to the vault", true),
                    argument("focus", "What to look for in particular, such as British spelling", false)));
        }
        server.prompt(prompt(
                "summarise_review",
                "Summarise what is waiting for review",
                "Summarises the suggestions and comments that wait for a person",
                (arguments, _) -> PromptResult.text(summarise(arguments)),
                argument(PATH, "A folder or document, relative to the vault (default: the whole vault)", false)));
        server.completer(new PathCompletion(store));
    }

    private static Prompt prompt(
            String name, String title, String description, PromptHandler handler, ObjectNode... arguments) {
        ObjectNode definition =
                Json.object().put("name", name).put("title", title).put("description", description);
        definition.putArray("arguments").addAll(List.of(arguments));
        return new Prompt(definition, handler);
    }

    private static ObjectNode argument(String name, String description, boolean isRequired) {
        return Json.object().put("name", name).put("description", description).put("required", isRequired);
    }

    private String addressComments(ObjectNode arguments) throws Refusal, IOException {
        Resolution.Document document = document(arguments);
        if (openComments(document) == 0) {
            return "Tell the user that " + document.path() + " has no open comments. Change nothing.";
        }
        return """
            Address the open comments of %1$s.

            1. Read %1$s. Below the text, read lists the open comments with their lines.
            2. For each comment, make the change that it asks for with edit, one edit for each comment. Keep everything \
            else as it is.
            3. If a comment is a question, or you disagree with it, do not guess: answer it, and leave the text as it is.
            4. At the end, list each comment with what you did about it, and the comments that need a person.

            Your edits are suggestions that a person accepts or rejects.""".formatted(document.path());
    }

    private String proofread(ObjectNode arguments) throws Refusal {
        String focus = Json.stringAt(arguments, "focus");
        String line = focus == null || focus.isBlank()
                ? ""
                : "5. Look in particular for: " + OneLine.of(focus.strip(), MAX_FOCUS_LENGTH) + "\n";
        return """
            Proofread %1$s.

            1. Read %1$s from the beginning to the end.
            2. Correct spelling, grammar, punctuation and typing mistakes with edit. Make one small edit for each passage, \
            so that a person can decide on each.
            3. Keep the meaning, the author's voice and the formatting. Do not change code, quotations, links or front \
            matter.
            4. At the end, name passages that are unclear or contradict each other, without changing them.
            %2$s
            Your edits are suggestions that a person accepts or rejects.""".formatted(document(arguments).path(), line);
    }

    private String summarise(ObjectNode arguments) throws Refusal, IOException {
        Resolution.Existing scope = scope(Json.stringAt(arguments, PATH));
        String where = switch (scope) {
            case Resolution.Folder folder -> folder.path().isEmpty() ? "" : " in " + folder.path();
            case Resolution.Document document -> " in " + document.path();
        };
        List<Resolution.Document> waiting = store.documentsToReview().stream()
                .filter(document -> contains(scope, document.path()))
                .toList();
        if (waiting.isEmpty()) {
            return "Tell the user that nothing is waiting for review" + where + ".";
        }
        List<String> lines = new ArrayList<>();
        lines.add(waiting.size() + (waiting.size() == 1 ? " document has" : " documents have")
                + " pending suggestions or open comments:");
        for (Resolution.Document document : waiting.subList(0, Math.min(MAX_LISTED, waiting.size()))) {
            lines.add("- " + document.path() + counts(document));
        }
        if (waiting.size() > MAX_LISTED) {
            lines.add("- … and " + (waiting.size() - MAX_LISTED) + " more");
        }
        return """
            Summarise what is waiting for review%1$s.

            %2$s

            1. Read these documents. Below the text, read lists the pending suggestions and the open comments.
            2. Summarise by document: who suggests what, and why if a comment says so. Name first what changes facts, \
            numbers, names, dates or promises.
            3. Name suggestions that contradict each other or the rest of the document.

            Change nothing. A person decides on the suggestions.""".formatted(where, String.join("\n", lines));
    }

    private static boolean contains(Resolution.Existing scope, String path) {
        return switch (scope) {
            case Resolution.Folder folder -> folder.path().isEmpty() || path.startsWith(folder.path() + "/");
            case Resolution.Document document -> path.equals(document.path());
        };
    }

    private String counts(Resolution.Document document) throws IOException {
        if (!(store.read(document) instanceof FileContent.Text(String raw))) {
            return "";
        }
        MarkedText text = MarkedText.parse(raw);
        long comments = text.comments().stream().filter(Mark::isOpenComment).count();
        return " (suggestions: " + text.suggestions().size() + ", open comments: " + comments + ")";
    }

    private long openComments(Resolution.Document document) throws Refusal, IOException {
        try {
            return MarkedText.parse(lookup.read(document)).comments().stream()
                    .filter(Mark::isOpenComment)
                    .count();
        } catch (ToolFailure e) {
            throw refusal(e);
        }
    }

    private Resolution.Document document(ObjectNode arguments) throws Refusal {
        String path = Json.stringAt(arguments, FILE_PATH);
        try {
            return lookup.resolve(path == null ? "" : path);
        } catch (ToolFailure e) {
            throw refusal(e);
        }
    }

    private Resolution.Existing scope(@Nullable String path) throws Refusal {
        try {
            return lookup.resolveScope(path);
        } catch (ToolFailure e) {
            throw refusal(e);
        }
    }

    private static Refusal refusal(ToolFailure failure) {
        return new Refusal(new McpError(McpError.INVALID_PARAMS, failure.message()));
    }
}
