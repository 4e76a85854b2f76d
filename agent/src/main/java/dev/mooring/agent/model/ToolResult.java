package dev.mooring.agent.model;

import java.util.List;

/**
 * What a tool says.
 *
 * @param text everything in words; media are described in it too
 * @param media to be shown to models that accept them
 * @param isError whether the tool says that it failed
 */
public record ToolResult(String text, List<Shown> media, boolean isError) {
    public ToolResult {
        media = List.copyOf(media);
    }

    /** A picture or a sound. */
    public record Shown(Media media, String mimeType, String base64) {}

    public static ToolResult of(String text) {
        return new ToolResult(text, List.of(), false);
    }

    public static ToolResult error(String text) {
        return new ToolResult(text, List.of(), true);
    }
}
