package dev.mooring.agent.model;

import tools.jackson.databind.node.ObjectNode;

/**
 * A tool as a model sees it.
 *
 * @param name at most 64 characters of {@code [a-zA-Z0-9_-]}, unique in a request
 * @param inputSchema of the object that it takes as arguments, in whatever words of JSON Schema its maker chose
 */
public record ToolDescription(String name, String description, ObjectNode inputSchema) {}
