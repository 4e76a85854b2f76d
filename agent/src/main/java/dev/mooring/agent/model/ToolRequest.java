package dev.mooring.agent.model;

import org.apiguardian.api.API;

/**
 * A tool call that a model requests.
 *
 * @param id unique within the turn
 * @param tool the name of the tool, which may not exist
 * @param arguments the text that the model wrote, normally a JSON object; blank text stands for an empty object
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record ToolRequest(String id, String tool, String arguments) {}
