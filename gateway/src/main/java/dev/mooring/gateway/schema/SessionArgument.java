package dev.mooring.gateway.schema;

import dev.mooring.mcp.Json;
import java.time.Duration;
import java.util.Collection;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The tool argument that names the session of a call.
 *
 * @param name the name of the argument, which is the same for all tools of a server
 * @param idle the idle time after which a session ends, for the description
 */
public record SessionArgument(String name, Duration idle) {
    /** The name of the argument unless a tool of the server has its own argument of this name. */
    public static final String USUAL_NAME = "session_id";

    private static final String ALTERNATIVE_NAME = "mooring_session_id";

    /** Creates the argument with the first name that no tool uses itself. */
    public static SessionArgument forTools(Collection<ObjectNode> definitions, Duration idle) {
        Stream<String> names = Stream.concat(
                Stream.of(USUAL_NAME, ALTERNATIVE_NAME),
                IntStream.iterate(2, i -> i + 1).mapToObj(i -> ALTERNATIVE_NAME + "_" + i));
        String free = names.filter(name -> definitions.stream().noneMatch(tool -> uses(tool, name)))
                .findFirst()
                .orElseThrow();
        return new SessionArgument(free, idle);
    }

    private static boolean uses(ObjectNode tool, String name) {
        return Stream.of("inputSchema", "outputSchema")
                .map(field -> Json.objectAt(tool, field))
                .anyMatch(schema -> schema != null && ExtendedSchema.mentions(schema, name));
    }

    /** Returns whether the argument has its usual name. */
    public boolean hasUsualName() {
        return name.equals(USUAL_NAME);
    }

    /** Returns the definition of a tool with the argument in its input schema and, if it has one, its output schema. */
    public ObjectNode addTo(ObjectNode definition) {
        ObjectNode extended = Json.shallowCopy(definition);
        ObjectNode input = Json.objectAt(definition, "inputSchema");
        extended.set("inputSchema", ExtendedSchema.of(input == null ? anyObject() : input, name, inputProperty()));
        ObjectNode output = Json.objectAt(definition, "outputSchema");
        if (output != null) {
            extended.set("outputSchema", ExtendedSchema.of(output, name, outputProperty()));
        }
        return extended;
    }

    /** Returns the session id in the arguments of a call, or null if they have none. */
    public @Nullable String valueIn(ObjectNode arguments) {
        JsonNode value = arguments.get(name);
        String text = value == null ? "" : value.asString("").strip();
        return text.isEmpty() ? null : text;
    }

    /** Returns the arguments without this one, as the server expects them. */
    public ObjectNode removeFrom(ObjectNode arguments) {
        if (!arguments.has(name)) {
            return arguments;
        }
        ObjectNode rest = Json.shallowCopy(arguments);
        rest.remove(name);
        return rest;
    }

    private ObjectNode inputProperty() {
        return Json.object()
                .put("type", "string")
                .put(
                        "description",
                        "Id of the session to continue. Omit it to start a new session: the result then ends with"
                                + " [session: <id>]. Pass that id in every later call that builds on this one."
                                + " A session ends after " + inWords(idle) + " without use."
                                + (hasUsualName()
                                        ? ""
                                        : " Not to be confused with session_id, which the server defines."));
    }

    private static ObjectNode outputProperty() {
        return Json.object().put("type", "string").put("description", "Id of the session that this call started.");
    }

    private static ObjectNode anyObject() {
        return Json.object().put("type", "object");
    }

    /** Formats a duration for people, such as {@code 30 minutes}. */
    public static String inWords(Duration time) {
        if (time.toSecondsPart() != 0 || time.toMinutes() == 0) {
            return amount(time.toSeconds(), "second");
        }
        return time.toMinutesPart() != 0 ? amount(time.toMinutes(), "minute") : amount(time.toHours(), "hour");
    }

    private static String amount(long number, String unit) {
        return number + " " + unit + (number == 1 ? "" : "s");
    }
}
