package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import java.util.Map;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Resources whose URIs match a template, such as {@code file:///{+path}}. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class ResourceTemplate {
    private final ObjectNode definition;
    private final ResourceReader reader;
    private final @Nullable UriTemplate template;

    /**
     * Creates a template. {@code {name}} matches one path segment, {@code {+name}} any text.
     *
     * @param definition the definition as lists show it, with a {@code uriTemplate} and a {@code name}
     * @param reader reads the resources
     * @throws IllegalArgumentException if the definition lacks a field or the template has other expressions
     */
    public ResourceTemplate(ObjectNode definition, ResourceReader reader) {
        this(definition, reader, UriTemplate.parse(uriTemplateOf(definition)));
    }

    private ResourceTemplate(ObjectNode definition, ResourceReader reader, @Nullable UriTemplate template) {
        this.definition = definition;
        this.reader = reader;
        this.template = template;
    }

    /** Returns a template with a pattern, a name and a MIME type. */
    public static ResourceTemplate of(String uriTemplate, String name, String mimeType, ResourceReader reader) {
        return new ResourceTemplate(
                Json.object().put("uriTemplate", uriTemplate).put("name", name).put("mimeType", mimeType), reader);
    }

    /**
     * Returns a template of another server. It may have any expressions, because it is only listed:
     * {@link ResourceSource#resource} resolves its URIs.
     */
    public static ResourceTemplate proxied(ObjectNode definition) {
        uriTemplateOf(definition);
        return new ResourceTemplate(
                definition,
                (uri, variables, exchange) -> {
                    throw Resource.notFound(uri, exchange.caller());
                },
                null);
    }

    private static String uriTemplateOf(ObjectNode definition) {
        String uriTemplate = Json.stringAt(definition, "uriTemplate");
        if (uriTemplate == null || Json.stringAt(definition, "name") == null) {
            throw new IllegalArgumentException("A resource template definition needs a \"uriTemplate\" and a \"name\"");
        }
        return uriTemplate;
    }

    /** Returns the definition as lists show it. */
    public ObjectNode definition() {
        return definition;
    }

    /** Returns the URI template. */
    public String uriTemplate() {
        return definition.path("uriTemplate").stringValue("");
    }

    /** Returns the reader of the resources. */
    public ResourceReader reader() {
        return reader;
    }

    /** Returns the values of the variables in a URI, or null if the URI does not match. */
    public @Nullable Map<String, String> match(String uri) {
        return template == null ? null : template.match(uri);
    }
}
