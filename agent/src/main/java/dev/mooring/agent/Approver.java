package dev.mooring.agent;

import org.apiguardian.api.API;
import tools.jackson.databind.JsonNode;

/**
 * Decides about calls of tools whose server has the setting {@code approve: ask}. Many threads may call it at once. It may block, for
 * example to wait for a person.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
@FunctionalInterface
public interface Approver {
    /** Refuses every call. */
    Approver REFUSE_ALL = request -> new Verdict.Refused("no person is available to approve it");

    /** Decides about one call. */
    Verdict decide(Request request) throws InterruptedException;

    /**
     * A call that needs approval.
     *
     * @param agent the name of the agent that wants to make the call
     */
    record Request(String agent, ToolOrigin.Server tool, JsonNode arguments) {}

    /** The decision about a call. */
    sealed interface Verdict {
        /** The agent makes the call. */
        record Allowed() implements Verdict {}

        /** The agent does not make the call. The model receives the reason. */
        record Refused(String reason) implements Verdict {}
    }
}
