package dev.mooring.vault.server;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.vault.files.FileProblem;
import dev.mooring.vault.text.OneLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** A tool of the document server: its definition, which clients list, and its behaviour. */
abstract class DocumentTool {

    private static final Logger LOG = LoggerFactory.getLogger(DocumentTool.class);
    private static final int MAX_PATH_LENGTH = 300;

    private final String name;
    private final String title;
    private final String description;
    private final String inputSchema;
    private final Effect effect;

    /** The effect of a call on documents. */
    enum Effect {
        READS,
        /** The tool writes suggestions. The old text stays in the file until a person decides. */
        SUGGESTS
    }

    /**
     * Defines the tool.
     *
     * @param inputSchema the JSON schema of the arguments; the server checks it before each call
     */
    DocumentTool(String name, String title, String description, String inputSchema, Effect effect) {
        this.name = name;
        this.title = title;
        this.description = description;
        this.inputSchema = inputSchema;
        this.effect = effect;
    }

    final String name() {
        return name;
    }

    final String description() {
        return description;
    }

    final boolean isReadOnly() {
        return effect == Effect.READS;
    }

    /** Returns whether a server with these options offers the tool. */
    boolean isAvailable(DocumentServer.Options options) {
        return isReadOnly() || !options.readOnly();
    }

    /**
     * Runs the tool on the thread of the call.
     *
     * @throws ToolFailure if the tool cannot do what the arguments ask for; the model receives the message
     * @throws IOException if the file system fails
     */
    abstract ToolResult call(ToolArguments arguments, Actor actor) throws ToolFailure, IOException;

    /** Returns the tool for an MCP server. The listener is notified of each call. */
    final Tool toMcp(ToolCallListener listener) {
        return Tool.named(name)
                .title(title)
                .description(description)
                .input(Json.objectOf(inputSchema))
                .annotations(annotations())
                .handledBy((arguments, exchange) -> {
                    long start = System.nanoTime();
                    boolean failed = true;
                    try {
                        ToolResult result = callOrFail(new ToolArguments(arguments), Actor.of(exchange.caller()));
                        failed = result.isError();
                        return result;
                    } finally {
                        listener.called(name, Duration.ofNanos(System.nanoTime() - start), failed);
                    }
                });
    }

    /** Runs the tool, and returns its failure as an error result. */
    final ToolResult callOrFail(ToolArguments arguments, Actor actor) {
        try {
            return call(arguments, actor);
        } catch (ToolFailure failure) {
            return ToolResult.error(failure.message());
        } catch (IOException e) {
            return failure(arguments, e);
        } catch (UncheckedIOException e) {
            return failure(arguments, Objects.requireNonNull(e.getCause()));
        }
    }

    private ToolResult failure(ToolArguments arguments, IOException cause) {
        String path = arguments.optional("file_path");
        String target = path == null ? "the documents" : OneLine.of(path, MAX_PATH_LENGTH);
        LOG.warn("Tool {} failed for {}", name, target, cause);
        return ToolResult.error("Cannot " + name + " " + target + ": " + FileProblem.describe(cause));
    }

    private ObjectNode annotations() {
        ObjectNode annotations = Json.object().put("readOnlyHint", isReadOnly());
        if (effect == Effect.SUGGESTS) {
            annotations.put("destructiveHint", false);
        }
        return annotations.put("openWorldHint", false);
    }
}
