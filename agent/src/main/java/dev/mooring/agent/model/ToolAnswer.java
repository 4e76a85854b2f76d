package dev.mooring.agent.model;

/**
 * The result of one call, for the model that asked for it.
 *
 * @param callId as the model gave it
 * @param tool the name that was called
 */
public record ToolAnswer(String callId, String tool, ToolResult result) {}
