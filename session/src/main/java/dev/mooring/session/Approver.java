package dev.mooring.session;

import org.apiguardian.api.API;
import tools.jackson.databind.JsonNode;

/**
 * An approver of tool calls whose server has the setting {@code approve: ask}. Many threads may call it at once. It may
 * block, for example to wait for a person.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
@FunctionalInterface
public interface Approver {
    /** Refuses every call. */
    Approver REFUSE_ALL = request -> new Answer.Refused("no person is available to approve it");

    /** Decides about one call. Runs on the thread of the call. */
    Answer decide(Request request) throws InterruptedException;

    /**
     * A call that needs approval.
     *
     * @param caller the name of the run or the agent that wants to make the call; may be empty
     */
    record Request(String caller, String server, String tool, JsonNode arguments) {
        /** Returns server and tool as agent files write them, for people. */
        public String label() {
            return server + "/" + tool;
        }
    }

    /** The answer to a request. */
    sealed interface Answer {
        /** The call is made. */
        record Allowed() implements Answer {}

        /** The call is not made. The caller receives the reason. */
        record Refused(String reason) implements Answer {}
    }
}
