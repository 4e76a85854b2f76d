package dev.mooring.agent.model;

import java.util.List;
import org.apiguardian.api.API;

/**
 * The result of a tool, as a model receives it.
 *
 * @param text the whole result as text, including a description of each attachment
 * @param media attachments for models that accept them
 * @param isError whether the tool failed
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record ToolOutput(String text, List<Attachment> media, boolean isError) {
    /** Copies the list. */
    public ToolOutput {
        media = List.copyOf(media);
    }

    /**
     * An image or a sound recording.
     *
     * @param base64 the bytes in Base64
     */
    public record Attachment(Media media, String mimeType, String base64) {}

    /** Creates a successful result. */
    public static ToolOutput of(String text) {
        return new ToolOutput(text, List.of(), false);
    }

    /** Creates an error result. */
    public static ToolOutput error(String text) {
        return new ToolOutput(text, List.of(), true);
    }
}
