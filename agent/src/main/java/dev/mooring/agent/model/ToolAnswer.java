package dev.mooring.agent.model;

import org.apiguardian.api.API;

/**
 * The result of one tool call, for the model that requested the call.
 *
 * @param callId the id that the model gave to the call
 * @param tool the name of the called tool
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record ToolAnswer(String callId, String tool, ToolOutput result) {}
