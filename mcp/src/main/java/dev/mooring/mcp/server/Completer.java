package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Suggests values for an argument of a prompt or of a resource template. */
@FunctionalInterface
public interface Completer {
    /**
     * Suggests how to go on.
     *
     * @throws Refusal to answer with a JSON-RPC error
     */
    Completion complete(Request question, Exchange exchange) throws Exception;

    /**
     * What is being typed.
     *
     * @param ref the prompt or the template, as the caller named it
     * @param context arguments that are already settled
     */
    record Request(ObjectNode ref, String argument, String value, ObjectNode context) {}

    /**
     * What it could become, best first; a caller is shown the first hundred.
     *
     * @param total how many there are in all, null where that is not known
     */
    record Completion(List<String> values, @Nullable Integer total) {
        private static final int MAX_SHOWN = 100;

        public Completion {
            values = List.copyOf(values);
        }

        public static Completion of(List<String> values) {
            return new Completion(values, values.size());
        }

        ObjectNode toJson() {
            ObjectNode json = Json.object();
            ObjectNode completion = json.putObject("completion");
            ArrayNode shown = completion.putArray("values");
            values.stream().limit(MAX_SHOWN).forEach(shown::add);
            if (total != null) {
                completion.put("total", total);
            }
            completion.put("hasMore", values.size() > MAX_SHOWN || (total != null && total > values.size()));
            return json;
        }
    }
}
