package dev.mooring.mcp.server.stdio;

import dev.mooring.mcp.RequestId;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Finds the id of a request of which only the beginning is there. */
final class LostId {
    private static final JsonFactory JSON = new JsonFactory();

    private LostId() {}

    static @Nullable RequestId in(byte[] beginning) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), beginning)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean isId = parser.currentName().equals("id");
                JsonToken value = parser.nextToken();
                if (isId) {
                    return switch (value) {
                        case VALUE_STRING -> RequestId.of(parser.getString());
                        case VALUE_NUMBER_INT -> RequestId.of(parser.getLongValue());
                        default -> null;
                    };
                }
                parser.skipChildren();
            }
            return null;
        } catch (JacksonException e) {
            return null;
        }
    }
}
