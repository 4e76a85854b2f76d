package dev.mooring.mcp.server;

import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Completes the arguments of prompts and resource templates. */
@FunctionalInterface
@API(status = API.Status.MAINTAINED, since = "0.1")
public interface Completer {
    /**
     * Returns possible values of an argument.
     *
     * @throws Refusal to answer with a JSON-RPC error
     */
    Completion complete(Request request, Exchange exchange) throws Exception;

    /**
     * The argument to complete.
     *
     * @param ref the reference to the prompt or resource template
     * @param argument the name of the argument
     * @param value the text that the user has typed
     * @param context the arguments that already have a value
     */
    record Request(ObjectNode ref, String argument, String value, ObjectNode context) {}

    /**
     * Possible values.
     *
     * @param values the values, best first; the server sends the first 100
     * @param total the number of all values, or null if it is unknown
     */
    record Completion(List<String> values, @Nullable Integer total) {
        /** Copies the values. */
        public Completion {
            values = List.copyOf(values);
        }

        /** Returns a completion that has all values. */
        public static Completion of(List<String> values) {
            return new Completion(values, values.size());
        }
    }
}
