package dev.mooring.agent;

import dev.mooring.agent.model.Media;
import dev.mooring.agent.model.ToolOutput.Attachment;
import dev.mooring.mcp.Json;
import dev.mooring.session.CallOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Extracts images and audio from tool results. */
final class ResultMedia {
    private ResultMedia() {}

    /** Returns the attachments of the types that the model accepts. */
    static List<Attachment> in(CallOutcome outcome, Set<Media> accepted) {
        JsonNode content = switch (outcome) {
            case CallOutcome.WithResult answered -> answered.result().path("content");
            case CallOutcome.WithoutResult _ -> Json.array();
        };
        List<Attachment> attachments = new ArrayList<>();
        for (JsonNode block : content) {
            Media media = mediaOf(Json.stringAt(block, "type"));
            String mimeType = Json.stringAt(block, "mimeType");
            String data = Json.stringAt(block, "data");
            if (media != null && accepted.contains(media) && mimeType != null && data != null && !data.isEmpty()) {
                attachments.add(new Attachment(media, mimeType, data));
            }
        }
        return attachments;
    }

    private static @Nullable Media mediaOf(@Nullable String type) {
        return "image".equals(type) ? Media.IMAGE : "audio".equals(type) ? Media.AUDIO : null;
    }
}
