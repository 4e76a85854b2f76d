package dev.mooring.agent.model;

import org.apiguardian.api.API;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tool as a model sees it.
 *
 * @param name 1 to 64 characters of {@code [a-zA-Z0-9_-]}, unique in a request
 * @param inputSchema the JSON Schema of the arguments, in any dialect
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record ToolDescription(String name, String description, ObjectNode inputSchema) {}
