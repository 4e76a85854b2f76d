package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Many resources under one pattern of addresses, such as {@code file:///{+path}}. */
public final class ResourceTemplate {
    private final ObjectNode definition;
    private final ResourceReader reader;
    private final @Nullable UriTemplate template;

    /**
     * A template and how what it stands for is read.
     *
     * @throws IllegalArgumentException if the template is more than {@code {name}} and {@code {+name}} can say
     */
    public ResourceTemplate(ObjectNode definition, ResourceReader reader) {
        this(definition, reader, UriTemplate.parse(patternOf(definition)));
    }

    private ResourceTemplate(ObjectNode definition, ResourceReader reader, @Nullable UriTemplate template) {
        this.definition = definition;
        this.reader = reader;
        this.template = template;
    }

    /** A template of somebody else, handed on: it is only listed, and {@link ResourceSource#resource} finds what it stands for. */
    public static ResourceTemplate proxied(ObjectNode definition) {
        patternOf(definition);
        return new ResourceTemplate(
                definition,
                (uri, variables, exchange) -> {
                    throw Resource.notFound(uri, exchange.caller());
                },
                null);
    }

    private static String patternOf(ObjectNode definition) {
        String pattern = Json.stringAt(definition, "uriTemplate");
        if (pattern == null || Json.stringAt(definition, "name") == null) {
            throw new IllegalArgumentException("a resource template needs a uriTemplate and a name");
        }
        return pattern;
    }

    public static ResourceTemplate of(String uriTemplate, String name, String mimeType, ResourceReader reader) {
        return new ResourceTemplate(
                Json.object().put("uriTemplate", uriTemplate).put("name", name).put("mimeType", mimeType), reader);
    }

    public ObjectNode definition() {
        return definition;
    }

    public String uriTemplate() {
        return definition.path("uriTemplate").stringValue("");
    }

    public ResourceReader reader() {
        return reader;
    }

    /** What the parts stand for in an address, or null where the address is not of this template. */
    @Nullable
    Map<String, String> match(String uri) {
        return template == null ? null : template.match(uri);
    }
}
