package dev.mooring.agent;

import tools.jackson.databind.JsonNode;

/** Asked before a call to a tool whose server has {@code approve: ask} for it. Called by many threads at once; may block. */
@FunctionalInterface
public interface Approver {
    /** Where there is nobody to ask. */
    Approver NOBODY = request -> new Verdict.Refused("there is nobody here to ask");

    Verdict ask(Request request) throws InterruptedException;

    /** What somebody has to decide on. */
    record Request(String agent, ToolOrigin.Server tool, JsonNode arguments) {}

    /** The answer. */
    sealed interface Verdict {
        record Allowed() implements Verdict {}

        /** The model is told the reason. */
        record Refused(String reason) implements Verdict {}
    }
}
