package dev.mooring.mcp.server.conformance;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Tools with every kind of content, with notifications and with special schemas. */
final class ContentTools {
    /** An image of one red pixel. */
    static final String PNG =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

    /** One silent sample. */
    private static final String WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

    private ContentTools() {}

    static void addTo(McpServer.Builder builder) {
        builder.tool(Tool.named("test_simple_text")
                .description("Returns text")
                .handledBy((arguments, exchange) -> ToolResult.text("A plain text answer.")));
        builder.tool(Tool.named("test_image_content")
                .description("Returns an image")
                .handledBy((arguments, exchange) -> content(image())));
        builder.tool(Tool.named("test_audio_content")
                .description("Returns audio")
                .handledBy((arguments, exchange) -> content(
                        Json.object().put("type", "audio").put("data", WAV).put("mimeType", "audio/wav"))));
        builder.tool(Tool.named("test_embedded_resource")
                .description("Returns an embedded resource")
                .handledBy((arguments, exchange) -> content(resource("test://embedded-resource", "text/plain"))));
        builder.tool(Tool.named("test_multiple_content_types")
                .description("Returns text, an image and a resource")
                .handledBy((arguments, exchange) -> content(
                        Json.object().put("type", "text").put("text", "Several kinds of content:"),
                        image(),
                        resource("test://mixed-content-resource", "application/json"))));
        builder.tool(Tool.named("test_error_handling")
                .description("Always fails")
                .handledBy((arguments, exchange) -> ToolResult.error("This tool fails on purpose.")));
        addNotifying(builder);
        addSchemas(builder);
    }

    private static void addNotifying(McpServer.Builder builder) {
        builder.tool(Tool.named("test_tool_with_logging")
                .description("Sends log entries")
                .handledBy((arguments, exchange) -> {
                    for (String step : new String[] {"started", "half way", "done"}) {
                        exchange.log(LogLevel.INFO, "fixture", StringNode.valueOf("The tool has " + step));
                    }
                    return ToolResult.text("Logged three times.");
                }));
        builder.tool(Tool.named("test_logging_tool")
                .description("Sends a log entry if the caller requests them")
                .handledBy((arguments, exchange) -> {
                    exchange.log(LogLevel.INFO, "fixture", StringNode.valueOf("The caller requested log entries"));
                    return ToolResult.text("Logged, if requested.");
                }));
        builder.tool(Tool.named("test_tool_with_progress")
                .description("Reports progress")
                .handledBy((arguments, exchange) -> {
                    for (int step = 0; step <= 100; step += 50) {
                        exchange.progress(step, 100.0, "Step " + step + " of 100");
                    }
                    return ToolResult.text("All steps done.");
                }));
    }

    private static void addSchemas(McpServer.Builder builder) {
        builder.tool(Tool.named("json_schema_2020_12_tool")
                .description("Has a schema with many keywords of 2020-12")
                .input(Json.objectOf("""
                        {"$schema": "https://json-schema.org/draft/2020-12/schema",
                         "type": "object",
                         "$defs": {"address": {"$anchor": "addressDef", "type": "object",
                           "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
                         "properties": {
                           "name": {"type": "string"},
                           "address": {"$ref": "#/$defs/address"},
                           "contactMethod": {"type": "string", "enum": ["phone", "email"]},
                           "phone": {"type": "string"},
                           "email": {"type": "string"}},
                         "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
                         "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
                         "then": {"required": ["phone"]},
                         "else": {"required": ["email"]},
                         "additionalProperties": false}"""))
                .handledBy((arguments, exchange) -> ToolResult.text("Called with " + Json.text(arguments))));
        builder.tool(Tool.named("test_custom_headers")
                .description("Has arguments that are mirrored into headers")
                .input(Json.objectOf("""
                        {"type": "object",
                         "properties": {
                           "region": {"type": "string", "x-mcp-header": "Region"},
                           "priority": {"type": "integer", "x-mcp-header": "Priority"},
                           "verbose": {"type": "boolean", "x-mcp-header": "Verbose"},
                           "query": {"type": "string"}}}"""))
                .handledBy((arguments, exchange) -> ToolResult.text("Called with " + Json.text(arguments))));
    }

    private static ToolResult content(ObjectNode... blocks) {
        ObjectNode json = Json.object();
        ArrayNode content = json.putArray("content");
        for (ObjectNode block : blocks) {
            content.add(block);
        }
        return new ToolResult(json);
    }

    static ObjectNode image() {
        return Json.object().put("type", "image").put("data", PNG).put("mimeType", "image/png");
    }

    static ObjectNode resource(String uri, String mimeType) {
        ObjectNode block = Json.object().put("type", "resource");
        block.putObject("resource").put("uri", uri).put("mimeType", mimeType).put("text", "{\"embedded\":true}");
        return block;
    }
}
