package dev.mooring.agent.model;

/**
 * A call that a model wants.
 *
 * @param id unique within the turn
 * @param tool the name of the tool, which need not exist
 * @param arguments as the model wrote them, which should be a JSON object; blank stands for an empty one
 */
public record ToolRequest(String id, String tool, String arguments) {}
