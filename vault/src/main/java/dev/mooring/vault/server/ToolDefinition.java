package dev.mooring.vault.server;

/** How a tool presents itself to clients; the input schema is JSON Schema as text. */
public record ToolDefinition(String name, String title, String description, String inputSchema, boolean readOnly) {}
